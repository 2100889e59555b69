import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../support/screens/renderApp';
import { providerForEachTest } from '../../../support/screens/providerForEachTest';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const objectUrls = new Set<string>();

// jsdom does not have these functions.
let created = 0;
Object.assign(URL, {
  createObjectURL: ({ name }: File) => {
    const url = `blob:${name}#${(created += 1)}`;
    objectUrls.add(url);
    return url;
  },
  revokeObjectURL: (url: string) => objectUrls.delete(url),
});
Element.prototype.scrollIntoView = () => undefined;

const send = () => screen.getByRole('button', { name: 'Göndər' });
const row = () => within(screen.getByRole('list', { name: 'Göndəriləcək şəkillər' }));

const open = async () => {
  renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  // No request is in flight when the test ends.
  await screen.findByText(/^Hələ mesaj yoxdur/);
};

/** Pastes images of these names. */
async function paste(...names: string[]) {
  const items = names.map((name) => ({
    kind: 'file',
    webkitGetAsEntry: () => null,
    getAsFile: () => new File(['x'], name, { type: 'image/heic' }),
  }));
  fireEvent.paste(document.body, { clipboardData: { items, getData: () => '' } });
  await row().findAllByRole('listitem');
}

describe('WaitingImages', () => {
  test('lists the pasted images and enables the send button without a text', async () => {
    await open();
    await paste('a.heic', 'b.heic');
    expect(row().getAllByRole('listitem')).toHaveLength(2);
    const preview = row().getByRole('img', { name: 'a.heic' });
    expect(preview).toHaveAttribute('src', expect.stringMatching('^blob:a.heic'));
    // A drag of the page's own image would show the overlay.
    expect(preview).toHaveAttribute('draggable', 'false');
    const announcement = screen.getByText('Göndəriləcək şəkillər: 2');
    expect(announcement).toHaveAttribute('aria-live', 'polite');
    expect(send()).toBeEnabled();
  });

  test('hides a preview that the browser cannot decode, and keeps the image', async () => {
    await open();
    await paste('a.heic');
    const preview = row().getByRole('img', { name: 'a.heic' });
    fireEvent.error(preview);
    expect(preview).not.toBeVisible();
    expect(row().getAllByRole('listitem')).toHaveLength(1);
  });

  test('counts images during an upload only if there are several, and revokes URLs of removed ones', async () => {
    provider().switches.calls.upload = { end: 'hang' };
    await open();
    await paste('a.heic', 'b.heic');
    const preview = row().getByRole('img', { name: 'a.heic' });
    await userEvent.click(send());
    expect(await screen.findByText('Göndərilir... (1/2)')).toBeVisible();
    // The progress shows a picked image only.
    expect(document.querySelectorAll('form img')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Göndərməyi ləğv et' }));
    await userEvent.click(screen.getByRole('button', { name: 'Şəkli çıxar: b.heic' }));
    expect([...objectUrls]).toEqual([preview.getAttribute('src')]);
    await userEvent.click(send());
    expect(await screen.findByText('Göndərilir...')).toBeVisible();
  });

  test('keeps the images if the second of two sends in a row is cancelled', async () => {
    Object.assign(provider().switches.calls, { upload: { end: 'hang' }, send: { delay: 500 } });
    await open();
    await userEvent.type(screen.getByRole('textbox'), 'Salam{Enter}');
    await paste('b.heic');
    fireEvent.submit(screen.getByRole('form'));
    await userEvent.click(await screen.findByRole('button', { name: 'Göndərməyi ləğv et' }));
    const remove = await row().findByRole('button', { name: 'Şəkli çıxar: b.heic' });
    await waitFor(() => expect(remove).toBeEnabled());
  });
});
