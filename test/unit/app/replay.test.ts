import { storyOfEachTest } from '../../support/storyOf';
import { combineReducers } from '@reduxjs/toolkit';
import { messagesSlice } from '../../../src/messages/messagesSlice';
import { api } from '../../../src/provider/api';
import { connectionSlice } from '../../../src/provider/hub';
import { logOut } from '../../../src/session/session';
import { sessionSlice } from '../../../src/session/sessionSlice';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { useRestServer } from '../../support/restServer';
import { tour } from '../../support/tour';

const story = storyOfEachTest();
const server = useRestServer();
keepConsole();

const reducer = combineReducers({
  api: api.reducer,
  session: sessionSlice.reducer,
  messages: messagesSlice.reducer,
  connection: connectionSlice.reducer,
});

test('a recorded story, replayed, draws every state again and asks nobody for anything', async () => {
  const { store, hub } = await tour(server(), tokenOf(7));
  await store.dispatch(logOut());
  const requests = server().seen.length;
  const negotiations = hub.negotiations.length;
  const recorded = JSON.parse(JSON.stringify(story())) as ReturnType<typeof story>;

  let state: ReturnType<typeof reducer> | undefined;
  const replayed = recorded.map(({ action }) => (state = reducer(state, action)));

  expect(JSON.parse(JSON.stringify(replayed))).toEqual(recorded.map((step) => step.state));
  expect(state).toEqual(store.getState());
  expect(server().seen).toHaveLength(requests);
  expect(hub.negotiations).toHaveLength(negotiations);
});

test('a new store asks for nothing and connects to nothing', async () => {
  const { makeChat } = await import('../../support/makeChat');
  const { hubs } = makeChat(server().host, { token: tokenOf(7) });
  expect(hubs.made).toEqual([]);
  expect(server().seen).toEqual([]);
});
