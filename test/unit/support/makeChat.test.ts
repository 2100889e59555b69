import { setTimeout } from 'node:timers/promises';
import { api } from '../../../src/api/api';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { own, type StubResponse } from '../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { FakeProvider } from '../../support/fakes/fakeProvider';
import { closeChats, makeChat } from '../../support/stores/makeChat';

const output = captureConsole(FAILED_CALL);

/** Resolves after all promises that are due. */
const later = (response: StubResponse) => setTimeout(20, response);

const { history, postMessage } = api.endpoints;

test('closeChats waits for a request that is in no state, and that the app makes while it waits', async () => {
  const server = new FakeProvider();
  const { store } = makeChat({ fetch: server.fetch });
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  server.responses.messages = () => later({ body: '[]' });
  server.responses.send = () => later({ status: 400 });
  void store
    .dispatch(history.initiate({ userId: 7, reason: 'opened', moment: 0 }))
    .then(() => store.dispatch(postMessage.initiate(own(), { track: false })));
  await closeChats();
  expect(output.takeErrors()).toEqual(['Sending a message failed: 400']);
});
