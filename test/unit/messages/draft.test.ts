import { readDraft, saveDraft } from '../../../src/messages/draft';
import { checkSession, logOut } from '../../../src/session/session';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();

function signedIn() {
  const chat = makeChat(server().host, { token: tokenOf(7) });
  chat.store.dispatch(checkSession());
  return chat;
}

test('what the user writes is there again', () => {
  const { store } = signedIn();
  expect(store.dispatch(readDraft())).toBe('');
  store.dispatch(saveDraft('Salam'));
  expect(store.dispatch(readDraft())).toBe('Salam');
});

test('nobody who is not signed in has a draft', () => {
  const { store, services } = makeChat(server().host);
  store.dispatch(saveDraft('Salam'));
  expect(store.dispatch(readDraft())).toBe('');
  expect(services.drafts.read(7)).toBe('');
});

test('logout takes it along', async () => {
  const { store, services } = signedIn();
  store.dispatch(saveDraft('Salam'));
  await store.dispatch(logOut());
  expect(services.drafts.read(7)).toBe('');
});

test.each([
  ['a logout in another tab', undefined, 'login'],
  ['another user in another tab', tokenOf(8), 'reload'],
])('so does %s', (_, token, navigation) => {
  const { store, tokens, services, navigations } = signedIn();
  store.dispatch(saveDraft('Salam'));
  tokens.remove();
  if (token !== undefined) tokens.save(token);
  store.dispatch(checkSession());
  expect(navigations).toEqual([navigation]);
  expect(services.drafts.read(7)).toBe('');
});
