import { fireEvent, screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { parseUser } from '../../../src/session/claims';
import { strings } from '../../../src/ui/strings';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { renderApp } from '../../support/screens/renderApp';
import { providerForEachTest } from '../../support/screens/providerForEachTest';

const provider = providerForEachTest();
captureConsole(FAILED_CALL);
const INVALID = 'Nömrə düzgün formatda deyil';
const FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';
const logins = () => provider().ledger.requests('login');
const phone = () => screen.getByPlaceholderText<HTMLInputElement>('Telefon nömrəsi');

describe('LoginScreen', () => {
  test('has a focused input with +994 that formats the number (S2, S5)', async () => {
    renderApp(provider());
    expect(phone()).toHaveFocus();
    expect(phone()).toHaveAttribute('autocomplete', 'tel');
    expect(phone()).toHaveValue('+994');
    await userEvent.keyboard(' 50x123-45-67 89');
    expect(phone()).toHaveValue('+994501234567');
  });

  test('rejects an incomplete number without a request, until the number is edited (S5)', async () => {
    renderApp(provider());
    const alert = () => screen.queryByRole('alert');
    await userEvent.keyboard('50');
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(alert()).toHaveTextContent(INVALID);
    expect(phone()).toHaveFocus();
    expect(phone()).toHaveAccessibleErrorMessage(INVALID);
    // Otherwise Orca says the error twice in Chromium: as an alert and as the input's description.
    expect(phone()).not.toHaveAccessibleDescription();
    expect(phone()).toBeInvalid();
    const first = alert();
    await userEvent.keyboard('{Enter}');
    expect(alert()).toHaveTextContent(INVALID);
    // A new element is announced again.
    expect(alert()).not.toBe(first);
    await userEvent.keyboard('x');
    expect(alert()).toHaveTextContent(INVALID);
    await userEvent.keyboard('1');
    expect(alert()).toBeNull();
    expect(phone()).toBeValid();
    await userEvent.keyboard('{Backspace}');
    expect(alert()).toBeNull();
    expect(logins()).toHaveLength(0);
  });

  test('logs in with a complete number, and opens the chat (S4)', async () => {
    const { tokens } = renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
    expect(await screen.findByText('Dəstək Xidməti. Mesajınızı yazın...')).toBeInTheDocument();
    expect(tokens.read()).not.toBeNull();
    expect(logins()).toHaveLength(1);
  });

  const { value: setter } = Object.getOwnPropertyDescriptors(HTMLInputElement.prototype);
  test.each<[string, (field: HTMLInputElement, value: string) => void]>([
    ['of the page', (field, value) => (field.value = value)],
    ['of an extension', (field, value) => setter.set?.call(field, value)],
  ])('submits what the input shows if a script %s has written it', async (_, write) => {
    const { tokens } = renderApp(provider());
    await userEvent.keyboard('70');
    // The login may disappear before the next line runs.
    const field = phone();
    write(field, '050 123 45 67');
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveValue('+994501234567');
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
    expect(parseUser(tokens.read() ?? '')).toMatchObject({ username: '+994501234567' });
  });

  test('shows that the login failed until the number is edited, and can log in again (S8)', async () => {
    provider().switches.calls.login = { status: 500, times: 1 };
    renderApp(provider());
    await userEvent.keyboard('501234567');
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(phone()).toHaveFocus();
    // A focused input's description would be spoken in addition to the alert.
    expect(phone()).not.toHaveAccessibleDescription();
    // The number is not the customer's mistake.
    expect(phone()).not.toBeInvalid();
    await userEvent.keyboard('{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.keyboard('7{Enter}');
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
  });

  test('is busy and keeps the number during the request, and makes no second one (S2)', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}{Enter}{Backspace}8');
    fireEvent.paste(phone(), { clipboardData: { getData: () => '0701112233' } });
    expect(phone()).toHaveValue('+994501234567');
    expect(phone()).toHaveAttribute('readonly');
    expect(phone()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Daxil ol' })).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(logins()).toHaveLength(1));
  });

  test('announces a login that is slow, by a change of an empty status', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    const [status] = screen.getAllByRole('status');
    expect(status).toBeEmptyDOMElement();
    expect(await screen.findByText('Daxil olunur...')).toBe(status);
  });
});

describe('The line under the phone input', () => {
  const EXAMPLE = 'Nümunə: +994\u00a050\u00a0123\u00a045\u00a067';
  /** Whether the line has a tick. */
  const isTicked = () => document.querySelector<HTMLElement>('[data-complete]')?.dataset.complete;

  test('shows an example, then repeats a complete number, with a tick if its code exists', async () => {
    renderApp(provider());
    await userEvent.keyboard('50123456');
    expect(phone()).toHaveAccessibleDescription(EXAMPLE);
    await userEvent.keyboard('7');
    expect(phone()).toHaveAccessibleDescription('Nömrəniz: 050 123 45 67');
    expect(isTicked()).toBe('true');
    await userEvent.keyboard('{Backspace>9/}905321234');
    expect(phone()).toHaveAccessibleDescription('Nömrəniz: 090 532 12 34');
    expect(isTicked()).toBe('false');
  });

  test('only warns of a 0 after the country code, and the number is submitted (S5)', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('050123456');
    // Without the number, which would be read back as 005 012 34 56.
    expect(phone()).toHaveAccessibleDescription(strings.zeroAfterPrefix);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(logins()).toHaveLength(1));
  });
});
