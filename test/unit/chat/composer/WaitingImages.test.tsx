import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../support/screens/renderApp';
import { providerForEachTest } from '../../../support/screens/providerForEachTest';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const blobUrls = new Set<string>();

// jsdom does not have these functions.
Object.assign(URL, {
  createObjectURL: ({ name }: File) => {
    blobUrls.add(`blob:${name}`);
    return `blob:${name}`;
  },
  revokeObjectURL: (url: string) => blobUrls.delete(url),
});
Element.prototype.scrollIntoView = () => undefined;
HTMLDialogElement.prototype.showModal = () => undefined;

const input = () => screen.getByPlaceholderText('Mesajınızı yazın...');
const send = () => screen.getByRole('button', { name: 'Göndər' });
const row = () => within(screen.getByRole('list', { name: 'Göndəriləcək şəkillər' }));

/** Opens the chat and pastes images of these names. */
async function paste(...names: string[]) {
  const app = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  // No request is in flight when the test ends.
  await screen.findByText(/^Hələ mesaj yoxdur/);
  const items = names.map((name) => ({
    kind: 'file',
    webkitGetAsEntry: () => null,
    getAsFile: () => new File(['x'], name, { type: 'image/heic' }),
  }));
  fireEvent.paste(document.body, { clipboardData: { items, getData: () => '' } });
  await screen.findByRole('list', { name: 'Göndəriləcək şəkillər' });
  return app;
}

describe('WaitingImages', () => {
  test('lists the pasted images and enables the send button without a text', async () => {
    await paste('a.heic', 'b.heic');
    expect(row().getAllByRole('listitem')).toHaveLength(2);
    expect(row().getByRole('img', { name: 'a.heic' })).toHaveAttribute('src', 'blob:a.heic');
    const announcement = screen.getByText('Göndəriləcək şəkillər: 2');
    expect(announcement).toHaveAttribute('aria-live', 'polite');
    expect(send()).toBeEnabled();
  });

  test('hides a preview that the browser cannot decode, and keeps the image', async () => {
    await paste('a.heic');
    const preview = row().getByRole('img', { name: 'a.heic' });
    fireEvent.error(preview);
    expect(preview).not.toBeVisible();
    expect(row().getAllByRole('listitem')).toHaveLength(1);
  });

  test('keeps the image and the text when the upload is cancelled', async () => {
    provider().switches.calls.upload = { end: 'hang' };
    await paste('a.heic');
    await userEvent.type(input(), 'Qəbz{Enter}');
    expect(row().getByRole('button', { name: 'Şəkli çıxar: a.heic' })).toBeDisabled();
    // A second press must not take the running send out of reach.
    fireEvent.submit(screen.getByRole('form'));
    await userEvent.click(screen.getByRole('button', { name: 'Göndərməyi ləğv et' }));
    await waitFor(() => expect(input()).toBeEnabled());
    expect(input()).toHaveValue('Qəbz');
    expect(row().getAllByRole('listitem')).toHaveLength(1);
  });

  test('numbers the images during an upload, but not a single one', async () => {
    provider().switches.calls.upload = { end: 'hang' };
    await paste('a.heic', 'b.heic');
    await userEvent.click(send());
    expect(await screen.findByText('Göndərilir... (1/2)')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Göndərməyi ləğv et' }));
    await userEvent.click(screen.getByRole('button', { name: 'Şəkli çıxar: b.heic' }));
    await userEvent.click(send());
    expect(await screen.findByText('Göndərilir...')).toBeVisible();
  });

  test('asks before a logout, which drops the images and revokes their URLs', async () => {
    const { navigations, tokens } = await paste('a.heic');
    const logout = screen.getByRole('button', { name: 'Çıxış' });
    const answer = async (returnValue: string) => {
      await userEvent.click(logout);
      const question = 'Göndərilməmiş şəkil var. Yenə də çıxmaq istəyirsiniz?';
      const dialog = screen.getByText(question).closest('dialog') ?? document.body;
      fireEvent(Object.assign(dialog, { returnValue }), new Event('close'));
    };
    await answer('');
    expect(tokens.read()).not.toBeNull();
    expect(row().getAllByRole('listitem')).toHaveLength(1);
    await answer('logout');
    await waitFor(() => expect(navigations).toEqual(['login']));
    expect(screen.queryByRole('list', { name: 'Göndəriləcək şəkillər' })).toBeNull();
    expect([...blobUrls]).toEqual([]);
  });
});
