import { screen, waitFor, within } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { captureConsole } from '../../support/console/captureConsole';
import { renderApp, waitUntilConnected } from '../../support/screens/renderApp';
import { providerForEachTest } from '../../support/screens/providerForEachTest';
import { incoming, receivedByUser7 } from '../../support/builders/builders';

const output = captureConsole();
const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const input = () => screen.getByPlaceholderText('Mesajınızı yazın...');
const list = () => screen.getByRole('log', { name: 'Mesajlar' });

async function openChat(customer = CUSTOMER) {
  const app = renderApp(provider(), { token: provider().tokenFor(customer) });
  await screen.findByRole('log');
  return app;
}

describe('ChatScreen', () => {
  test('shows the loading text, then the history in its order (S2)', async () => {
    provider().store(7, { text: 'birinci' });
    provider().store(7, { text: 'ikinci' });
    provider().switches.calls.messages = { delay: 50 };
    await openChat();
    expect(screen.getByText('Mesajlar yüklənir...')).toBeVisible();
    expect(screen.queryByText(/^Hələ mesaj yoxdur/)).toBeNull();
    expect(list()).toHaveAttribute('aria-busy', 'true');
    expect(list()).toHaveAttribute('aria-live', 'off');
    await screen.findByText('ikinci');
    expect(screen.queryByText('Mesajlar yüklənir...')).toBeNull();
    expect(list()).toHaveAttribute('aria-busy', 'false');
    expect(list()).toHaveTextContent(/birinci.*ikinci/);
  });

  test('shows the number of the user, and excludes it from translation', async () => {
    await openChat();
    expect(await screen.findByText(/^Hələ mesaj yoxdur/)).toBeVisible();
    const numbers = screen.getAllByText('050 123 45 67');
    expect(numbers).toHaveLength(2);
    for (const number of numbers) expect(number).toHaveAttribute('translate', 'no');
    expect(screen.getByTitle('Nömrəniz: 050 123 45 67')).toHaveAccessibleName('Çıxış');
  });

  test('has the attributes that only browsers act on', async () => {
    provider().store(7, { text: 'Salam' });
    await openChat();
    await screen.findByText('Salam');
    for (const [selector, attributes] of [
      ['input[type=file]', { accept: 'image/*', multiple: '' }],
      ['textarea', { autocomplete: 'off', enterkeyhint: 'send' }],
      ['time', { translate: 'no' }],
    ] as const)
      for (const [name, value] of Object.entries(attributes))
        expect(document.querySelector(selector)).toHaveAttribute(name, value);
  });

  test('shows nothing in place of an empty username', async () => {
    await openChat({ id: 7, username: '' });
    await screen.findByText(/^Hələ mesaj yoxdur/);
    expect(screen.queryByText(/^Nömrəniz/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Çıxış' })).not.toHaveAttribute('title');
  });

  test('shows a live message of the operator with its link, image and time (S2)', async () => {
    await openChat();
    await waitUntilConnected();
    const address = 'https://example.az/';
    provider().operator.send(7, { text: address, imageUrl: '/uploads/a.png' });
    const message = within(await screen.findByRole('article'));
    const image = message.getByRole('link', { name: 'Şəkli yeni vərəqdə aç' });
    expect(image).toHaveAttribute('href', `${provider().url}/uploads/a.png`);
    const link = message.getByText((_, element) => element?.matches('p a') === true);
    expect(link.textContent).toBe(address);
    expect(link).toHaveAttribute('href', address);
    for (const each of [image, link]) {
      expect(each).toHaveAttribute('target', '_blank');
      expect(each).toHaveAttribute('rel', 'noopener noreferrer');
    }
    expect(message.getByText(/^\d\d:\d\d$/)).toBeVisible();
  });

  test('names the sender before each text: Siz, Operator, and Dəstək for any other id', async () => {
    await openChat();
    await waitUntilConnected();
    provider().pushMessage(7, { fromUserId: 2, toUserId: 7, text: 'birinci' });
    provider().pushMessage(7, { fromUserId: 1, toUserId: 7, text: 'ikinci' });
    await screen.findByText('ikinci');
    await userEvent.type(input(), 'üçüncü{Enter}');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    const texts = screen.getAllByRole('article').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^Dəstək: birinci/),
      expect.stringMatching(/^Operator: ikinci/),
      expect.stringMatching(/^Siz: üçüncü/),
    ]);
    // A label would be a second mention in screen readers that speak the label of an article.
    expect(screen.getAllByRole('article')[0]).not.toHaveAttribute('aria-label');
    expect(await screen.findByText(/^Dəstək: birinci/)).toHaveTextContent(/Operator: ikinci/);
    // The chat is announced only after a login.
    expect(screen.queryByText('Dəstək Xidməti. Mesajınızı yazın...')).toBeNull();
  });

  test('shows the other messages if one fails to render', async () => {
    const { store } = await openChat();
    provider().store(7, { text: 'sağlam' });
    await waitUntilConnected();
    const canParse = jest.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new Error('The image is not parsed');
    });
    store.dispatch(receivedByUser7(incoming({ text: null, imageUrl: 'uploads/a.png' })));
    expect(await screen.findByText('Bu mesajı göstərmək mümkün olmadı')).toBeVisible();
    expect(await screen.findByText('sağlam')).toBeVisible();
    expect(output.takeErrors().join()).toContain('The image is not parsed');
    canParse.mockRestore();
    expect(input()).toBeEnabled();
  });
});
