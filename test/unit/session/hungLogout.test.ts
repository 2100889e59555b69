import { chatOpened, connectionChanged } from '../../../src/provider/hub';
import { logOut } from '../../../src/session/session';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { pass, settle, useClock } from '../../support/clock';
import { FakeHubs, type FakeHub } from '../../support/fakeHub';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';

useClock();
keepConsole();

test.each<[string, (hub: FakeHub) => void]>([
  ['never starts and never stops', () => undefined],
  ['never stops', (hub) => hub.starting.resolve()],
])('logging out takes a second at most where the connection %s', async (_, prepare) => {
  const hubs = new FakeHubs(prepare);
  const { store, tokens, navigations } = makeChat('http://127.0.0.1:1', {
    token: tokenOf(7),
    createHub: hubs.create,
  });
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(chatOpened(7));
  await settle();
  await when(store, isQuiet);
  void store.dispatch(logOut());
  await pass(999);
  expect(navigations).toEqual([]);
  await pass(1);
  expect(navigations).toEqual(['login']);
  expect(tokens.storage.size).toBe(0);

  hubs.last.starting.resolve();
  hubs.last.events.received({ fromUserId: 1, toUserId: 7, text: 'late' });
  await settle();
  expect(store.getState().connection).toBe(connectionChanged('Disconnected').payload);
  expect(store.getState().messages.entries).toEqual([]);
});
