import { selectIsLoading } from '../../../../src/chat/messagesSlice';
import { createTabReceiver } from '../../../../src/chat/tabMessages';
import { checkSession } from '../../../../src/session/sessionThunks';
import { tokenOf, incoming, own } from '../../../support/builders/builders';
import { captureConsole } from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';
import { makeChat, waitForState } from '../../../support/stores/makeChat';
import { synchronousFrame } from '../../../support/time/frames';
import { until } from '../../../support/time/until';

const server = useRestServer();
captureConsole();

/** Opens a chat with one incoming message, and waits until it has posted the number. */
async function openChat() {
  server().responses.messages = { body: JSON.stringify([incoming(), own()]) };
  const { store, services } = makeChat(server().host, { token: tokenOf(7) });
  store.dispatch(checkSession());
  await waitForState(store, (state) => !selectIsLoading(state));
  await until(() => services.tabs.posted.length > 0);
  return { store, posted: services.tabs.posted };
}

describe('shared seen messages', () => {
  test('posts the number of shown messages to the user’s other tabs, once they are loaded', async () => {
    const { posted } = await openChat();
    expect(posted).toEqual([{ userId: 7, seen: 1 }]);
  });

  test('posts nothing in response to another tab, so that two tabs cannot post for ever', async () => {
    const { store, posted } = await openChat();
    for (const seen of [1, 2]) {
      createTabReceiver(store, synchronousFrame)({ userId: 7, seen });
      // The listener posts in a task of its own, which begins before this one.
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(posted).toHaveLength(1);
  });
});
