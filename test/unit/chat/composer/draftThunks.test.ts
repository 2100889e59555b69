import { loadDraft, saveDraft, selectIsStored } from '../../../../src/chat/composer/draftThunks';
import { checkSession, logOut } from '../../../../src/session/sessionThunks';
import { tokenOf, incoming, own } from '../../../support/builders/builders';
import { sendText } from '../../../../src/chat/sendMessage';
import { openConversation, makeChat } from '../../../support/stores/makeChat';
import { FAILED_CALL, captureConsole } from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL);

function signedIn() {
  const chat = makeChat(server().host, { token: tokenOf(7) });
  chat.store.dispatch(checkSession());
  return chat;
}

describe('draft', () => {
  test('is loaded as it was saved', () => {
    const { store } = signedIn();
    expect(store.dispatch(loadDraft()).text).toBe('');
    store.dispatch(saveDraft('Salam'));
    expect(store.dispatch(loadDraft()).text).toBe('Salam');
  });

  test('is neither saved nor loaded without a user', () => {
    const { store, services } = makeChat(server().host);
    store.dispatch(saveDraft('Salam'));
    expect(store.dispatch(loadDraft()).text).toBe('');
    expect(services.drafts.read(7).text).toBe('');
  });

  test('is removed by logout', async () => {
    const { store, services } = signedIn();
    store.dispatch(saveDraft('Salam'));
    await store.dispatch(logOut());
    expect(services.drafts.read(7).text).toBe('');
  });

  test.each([
    ['a logout in another tab', undefined, 'login'],
    ['the sign-in of another user in another tab', tokenOf(8), 'reload'],
  ])('is removed by %s', (_, token, navigation) => {
    const { store, tokens, services, navigations } = signedIn();
    store.dispatch(saveDraft('Salam'));
    tokens.remove();
    if (token !== undefined) tokens.save(token);
    store.dispatch(checkSession());
    expect(navigations).toEqual([navigation]);
    expect(services.drafts.read(7).text).toBe('');
  });
});

describe('selectIsStored', () => {
  const text = 'Salam';
  const timestamp = '2026-03-05T10:00:00.000Z';
  const own1 = own({ text, timestamp: '2026-03-01T10:00:00.000Z' });
  const own2 = own({ text, timestamp: '2026-03-02T10:00:00.000Z' });

  test.each([
    ['the history has the message', true, [own({ text, timestamp })], {}],
    ['a server has re-stamped it', true, [own1, own2], { copies: 1 }],
    ['the history has only older copies', false, [own1, own2], { copies: 2 }],
    ['the number of copies was not known', false, [own1], {}],
    ['another sender has sent the same', false, [incoming({ text, timestamp })], { copies: 0 }],
    ['the history is empty', false, [], { copies: 0 }],
  ])('if %s, returns %p', async (_, expected, history, copies) => {
    const { store } = await openConversation(server(), history);
    const draft = { text, posted: { timestamp, ...copies } };
    expect(selectIsStored(store.getState(), draft)).toBe(expected);
    expect(selectIsStored(store.getState(), { text })).toBe(false);
  });

  test('gets the timestamp of the POST and the number of earlier copies from sendText', async () => {
    const { store, services } = await openConversation(server(), [own1]);
    server().responses.send = { status: 503 };
    await store.dispatch(sendText(text));
    const request = server().requestsTo('send')[0];
    const sent = JSON.parse(String(request?.body)) as { timestamp: string };
    expect(services.drafts.read(7)).toMatchObject({
      text,
      posted: { timestamp: sent.timestamp, copies: 1 },
    });
    store.dispatch(saveDraft('Salam!'));
    expect(services.drafts.read(7).posted).toBeUndefined();
  });
});
