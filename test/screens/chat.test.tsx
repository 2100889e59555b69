import { screen, waitFor, within } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { messagesReceived } from '../../src/provider/hub';
import { takeConsoleErrors } from '../support/consoleErrors';
import { renderApp } from '../support/renderApp';
import { providerForEachTest } from '../support/providerForEachTest';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const input = () => screen.getByPlaceholderText('Mesajınızı yazın...');
const list = () => screen.getByRole('log', { name: 'Mesajlar' });

async function openChat() {
  const app = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  await screen.findByRole('log');
  return app;
}

/** Until the channel is up and the history that follows it has been asked for. */
const connected = () => screen.findByText('Qoşulub');

test('the header names the service, the operator and logout', async () => {
  await openChat();
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('heading', { name: 'Dəstək Xidməti' })).toBeVisible();
  expect(header.getByText('Aktiv operator')).toBeVisible();
  expect(header.getByRole('button', { name: 'Çıxış' })).toBeEnabled();
});

test('while the history loads the screen says so, and then shows it in its order', async () => {
  provider().store(7, { text: 'birinci' });
  provider().store(7, { text: 'ikinci' });
  provider().switches.calls.messages = { delay: 50 };
  await openChat();
  expect(screen.getByText('Mesajlar yüklənir...')).toBeVisible();
  await screen.findByText('ikinci');
  expect(screen.queryByText('Mesajlar yüklənir...')).toBeNull();
  expect(list()).toHaveTextContent(/birinci.*ikinci/);
});

test('loading ends also when the history fails, and nothing is said about it', async () => {
  provider().switches.calls.messages = { status: 500 };
  await openChat();
  await screen.findByText(/^Hələ mesaj yoxdur/);
  expect(screen.queryByText('Mesajlar yüklənir...')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(takeConsoleErrors()).toEqual(['Loading history failed: 500']);
});

test('a sent text goes by POST and by the hub, is appended, and the input is empty again', async () => {
  await openChat();
  await connected();
  await userEvent.type(input(), 'Salam{Shift>}{Enter}{/Shift}necəsiniz?{Enter}');
  await screen.findByRole('article');
  expect(input()).toHaveValue('');
  expect(list()).toHaveTextContent('Salam necəsiniz?');
  expect(
    provider()
      .conversation(7)
      .map(({ text }) => text),
  ).toEqual(['Salam\nnecəsiniz?']);
  const { ledger } = provider();
  await ledger.waitFor((e) => e.kind === 'invocation' && e.target === 'SendMessage');
});

test('when sending fails the text stays, and only the console hears of it', async () => {
  provider().switches.calls.send = { status: 500, times: 1 };
  await openChat();
  await userEvent.type(input(), 'Salam{Enter}');
  await waitFor(() => {
    expect(input()).toBeEnabled();
  });
  expect(takeConsoleErrors()).toEqual(['Sending a message failed: 500']);
  expect(input()).toHaveValue('Salam');
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('blank text is not sent and leaves the send button disabled', async () => {
  await openChat();
  await userEvent.type(input(), '  {Enter}');
  expect(screen.getByRole('button', { name: 'Göndər' })).toBeDisabled();
  expect(provider().ledger.requests('send')).toHaveLength(0);
});

test('while a message is on its way input, send and attach are disabled', async () => {
  provider().switches.calls.send = { end: 'hang' };
  await openChat();
  await userEvent.type(input(), 'Salam{Enter}');
  expect(input()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Göndər' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Şəkil əlavə et' })).toBeDisabled();
});

test('a message of the operator arrives live, with its picture and time', async () => {
  await openChat();
  await connected();
  provider().operator.send(7, { text: 'Baxın', imageUrl: '/uploads/a.png' });
  const message = within(await screen.findByRole('article', { name: 'Operator' }));
  expect(message.getByText('Baxın')).toBeVisible();
  const link = message.getByRole('link', { name: 'Şəkli yeni vərəqdə aç' });
  expect(link).toHaveAttribute('href', `${provider().url}/uploads/a.png`);
  expect(link).toHaveAttribute('target', '_blank');
  expect(message.getByText(/^\d\d:\d\d$/)).toBeVisible();
});

test('a bug in one bubble leaves the others and the page in place', async () => {
  const { store } = await openChat();
  provider().store(7, { text: 'sağlam' });
  await connected();
  const broken = { fromUserId: 1, toUserId: 7, text: null, timestamp: null };
  store.dispatch(messagesReceived([{ ...broken, imageUrl: 42 as unknown as string }]));
  expect(await screen.findByText('Bu mesajı göstərmək mümkün olmadı')).toBeVisible();
  expect(await screen.findByText('sağlam')).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('imageUrl.replace is not a function');
  expect(input()).toBeEnabled();
});

test('logout stops the hub, removes the token and loads the login page', async () => {
  const { navigations } = await openChat();
  await connected();
  await userEvent.click(screen.getByRole('button', { name: 'Çıxış' }));
  await waitFor(() => {
    expect(navigations).toEqual(['login']);
  });
  expect(localStorage.getItem('token')).toBeNull();
  const closed = await provider().ledger.waitFor((entry) => entry.kind === 'closed');
  expect(closed).toMatchObject({ by: 'client', sawClose: true });
});
