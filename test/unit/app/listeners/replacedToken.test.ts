import { sendText } from '../../../../src/chat/sendMessage';
import { selectUser } from '../../../../src/session/sessionSlice';
import { pageHidden, pageShown } from '../../../../src/shared/pageEvents';
import { ForeignTokenError } from '../../../../src/services/hubClient';
import { checkSession } from '../../../../src/session/sessionThunks';
import { tokenOf } from '../../../support/builders/builders';
import {
  FAILED_CALL,
  FAILED_CONNECTION,
  captureConsole,
} from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';
import { makeChat, waitForState, openConversation } from '../../../support/stores/makeChat';

const server = useRestServer();
captureConsole(FAILED_CALL, FAILED_CONNECTION);

describe('a token that another tab has replaced', () => {
  test('sends no message, and reloads the page for the other user', async () => {
    const { store, tokens, navigations } = await openConversation(server());
    tokens.save(tokenOf(8));
    expect(await store.dispatch(sendText('salam'))).toBe(false);
    expect(server().requestsTo('send')).toEqual([]);
    expect(navigations).toEqual(['reload']);
  });

  test('ends the session if the token is gone when a message is sent', async () => {
    const { store, tokens, navigations } = await openConversation(server());
    tokens.remove();
    await store.dispatch(sendText('salam'));
    expect(server().requestsTo('send')).toEqual([]);
    expect(navigations).toEqual(['login']);
    expect(selectUser(store.getState())).toBeNull();
  });

  test('is noticed when the page is shown', async () => {
    const { store, tokens, navigations } = await openConversation(server());
    store.dispatch(pageHidden());
    tokens.save(tokenOf(8));
    store.dispatch(pageShown());
    expect(navigations).toEqual(['reload']);
  });

  test('is noticed when the hub connects', async () => {
    const { store, navigations, tokens } = makeChat(server().host, {
      token: tokenOf(7),
      createHubClient: () => {
        tokens.save(tokenOf(8));
        return Promise.reject(new ForeignTokenError());
      },
    });
    store.dispatch(checkSession());
    await waitForState(store, () => navigations.length > 0);
    expect(navigations).toEqual(['reload']);
  });
});
