import { selectIsLoading } from '../../../../src/chat/messagesSlice';
import { checkSession } from '../../../../src/session/sessionThunks';
import { tokenOf } from '../../../support/builders/jwt';
import { incoming, own } from '../../../support/builders/messages';
import { captureConsole } from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';
import { makeChat, waitForState } from '../../../support/stores/makeChat';
import { until } from '../../../support/time/until';

const server = useRestServer();
captureConsole();

describe('shared seen messages', () => {
  test('posts the number of shown messages to the user’s other tabs, once they are loaded', async () => {
    server().responses.messages = { body: JSON.stringify([incoming(), own()]) };
    const { store, services } = makeChat(server().host, { token: tokenOf(7) });
    store.dispatch(checkSession());
    await waitForState(store, (state) => !selectIsLoading(state));
    await until(() => services.tabs.posted.length > 0);
    expect(services.tabs.posted).toEqual([{ userId: 7, seen: 1 }]);
  });
});
