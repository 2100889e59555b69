import { recordEachTest } from '../../support/devtools/recordEachTest';
import { combineReducers } from '@reduxjs/toolkit';
import { messagesSlice } from '../../../src/chat/messagesSlice';
import { api } from '../../../src/api/api';
import { connectionSlice } from '../../../src/realtime/connectionSlice';
import { logOut } from '../../../src/session/sessionThunks';
import { sessionSlice } from '../../../src/session/sessionSlice';
import { tokenOf } from '../../support/builders/builders';
import {
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
  captureConsole,
} from '../../support/console/captureConsole';
import { useRestServer } from '../../support/fakes/restServer';
import { visitEveryFeature } from '../../support/stores/visitEveryFeature';

const steps = recordEachTest();
const server = useRestServer();
captureConsole(FAILED_CALL, FAILED_CONNECTION, FAILED_INVOCATION, SKIPPED_PAYLOAD, UNKNOWN_EVENT);

const reducer = combineReducers({
  api: api.reducer,
  session: sessionSlice.reducer,
  messages: messagesSlice.reducer,
  connection: connectionSlice.reducer,
});

describe('replay in Redux DevTools', () => {
  test('reproduces every state and makes no request', async () => {
    const { store, hub } = await visitEveryFeature(server(), tokenOf(7));
    await store.dispatch(logOut());
    const requests = server().requests.length;
    const negotiations = hub.negotiations.length;
    const recorded = JSON.parse(JSON.stringify(steps())) as ReturnType<typeof steps>;

    let state: ReturnType<typeof reducer> | undefined;
    const replayed = recorded.map(({ action }) => (state = reducer(state, action)));

    expect(JSON.parse(JSON.stringify(replayed))).toEqual(recorded.map((step) => step.state));
    expect(state).toEqual(store.getState());
    expect(server().requests).toHaveLength(requests);
    expect(hub.negotiations).toHaveLength(negotiations);
  });
});

describe('makeStore', () => {
  test('makes no request and no connection', async () => {
    const { makeChat } = await import('../../support/stores/makeChat');
    const { clients } = makeChat(server().host, { token: tokenOf(7) });
    expect(clients.created).toEqual([]);
    expect(server().requests).toEqual([]);
  });
});
