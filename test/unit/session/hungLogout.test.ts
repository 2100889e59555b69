import { connectionChanged } from '../../../src/realtime/connectionSlice';
import { chatOpened } from '../../../src/realtime/hubActions';
import { logOut } from '../../../src/session/sessionThunks';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/clock';
import { FakeHubClients, type FakeHubClient } from '../../support/fakes/fakeHubClient';
import { tokenOf } from '../../support/builders/jwt';
import { FAILED_CALL } from '../../support/console/appLines';
import { captureConsole } from '../../support/console/captureConsole';
import { isIdle, makeChat, waitForState } from '../../support/stores/makeChat';

useFakeClock();
captureConsole(FAILED_CALL);

describe('logOut', () => {
  test.each<[string, (client: FakeHubClient) => void]>([
    ['never starts and never stops', () => undefined],
    ['never stops', (client) => client.starting.resolve()],
  ])('takes at most 1 s if the hub client %s', async (_, prepare) => {
    const clients = new FakeHubClients(prepare);
    const { store, tokens, navigations } = makeChat('http://127.0.0.1:1', {
      token: tokenOf(7),
      createHubClient: clients.create,
    });
    store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
    store.dispatch(chatOpened());
    await flushPromises();
    await waitForState(store, isIdle);
    void store.dispatch(logOut());
    await advanceTime(999);
    expect(navigations).toEqual([]);
    await advanceTime(1);
    expect(navigations).toEqual(['login']);
    expect(tokens.storage.size).toBe(0);

    clients.last.starting.resolve();
    clients.last.events.received({ fromUserId: 1, toUserId: 7, text: 'late' });
    await flushPromises();
    expect(store.getState().connection).toBe(connectionChanged('Disconnected').payload);
    expect(store.getState().messages.entries).toEqual([]);
  });
});
