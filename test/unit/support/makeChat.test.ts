import { api } from '../../../src/api/api';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { own } from '../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { FakeProvider } from '../../support/fakes/fakeProvider';
import { closeChats, makeChat } from '../../support/stores/makeChat';

const output = captureConsole(FAILED_CALL);

test('closeChats waits for a request that the state does not hold', async () => {
  const server = new FakeProvider();
  const { store } = makeChat({ transport: server.transport });
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  server.hold('send');
  void store.dispatch(api.endpoints.send.initiate(own(), { track: false }));
  // Later than every promise that is due.
  setTimeout(() => server.close(), 10);
  await closeChats();
  expect(output.takeErrors()).toEqual(['Sending a message failed: FETCH_ERROR']);
});
