import { fireEvent, screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { parseUser } from '../../../src/session/claims';
import { strings } from '../../../src/ui/strings';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { renderApp } from '../../support/screens/renderApp';
import { providerForEachTest } from '../../support/screens/providerForEachTest';

const provider = providerForEachTest();
captureConsole(FAILED_CALL);
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

  test('replaces the browser’s paste if it has parsed the pasted number', () => {
    renderApp(provider());
    const paste = (text: string) =>
      fireEvent.paste(phone(), { clipboardData: { getData: () => text } });
    expect(paste('+994 (50) 123-45-67')).toBe(false);
    expect(phone()).toHaveValue('+994501234567');
    expect(paste('Salam')).toBe(true);
  });

  test('rejects an incomplete number without a request (S5)', async () => {
    renderApp(provider());
    await userEvent.keyboard('50');
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Nömrə düzgün formatda deyil');
    expect(phone()).toHaveFocus();
    expect(phone()).toHaveAccessibleErrorMessage('Nömrə düzgün formatda deyil');
    // Otherwise Orca says the error twice in Chromium: as an alert and as the input's description.
    expect(phone()).not.toHaveAccessibleDescription();
    expect(phone()).toBeInvalid();
    expect(logins()).toHaveLength(0);
  });

  test('signs in with a complete number, and opens the chat (S4)', async () => {
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

  test('rejects what a script has written if the input shows no whole number', async () => {
    renderApp(provider());
    await userEvent.keyboard('501234567');
    phone().value = '+9945012345678';
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Nömrə düzgün formatda deyil');
    expect(logins()).toHaveLength(0);
  });

  test('shows an error when the login fails, and clears it with the next attempt (S8)', async () => {
    provider().switches.calls.login = { status: 500, times: 1 };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(FAILED));
    // A focused input's description would be spoken in addition to the alert.
    expect(phone()).not.toHaveAccessibleDescription();
    // The number is not the customer's mistake.
    expect(phone()).not.toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
  });

  test('focuses the input after a failed login by the button, and clears the error on an edit', async () => {
    provider().switches.calls.login = { status: 500 };
    renderApp(provider());
    await userEvent.keyboard('501234567');
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(phone()).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps the number during the request, whether typed or pasted', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}{Backspace}8');
    fireEvent.paste(phone(), { clipboardData: { getData: () => '0701112233' } });
    expect(phone()).toHaveValue('+994501234567');
    expect(phone()).toHaveAttribute('readonly');
    expect(phone()).toHaveFocus();
  });

  test('shows a spinner during the request, and makes no second request (S2)', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}{Enter}');
    expect(screen.getByRole('button', { name: 'Daxil ol' })).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(logins()).toHaveLength(1));
  });

  test('announces a sign-in that is slow, by a change of an empty status', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    const [status] = screen.getAllByRole('status');
    expect(status).toBeEmptyDOMElement();
    expect(await screen.findByText('Daxil olunur...')).toBe(status);
  });
});

describe('The line under the phone input', () => {
  const ERROR = 'Nömrə düzgün formatda deyil';
  const EXAMPLE = 'Nümunə: +994\u00a050\u00a0123\u00a045\u00a067';

  test('shows an example, then repeats a complete number', async () => {
    renderApp(provider());
    expect(phone()).toHaveAccessibleDescription(EXAMPLE);
    await userEvent.keyboard('50123456');
    expect(phone()).toHaveAccessibleDescription(EXAMPLE);
    await userEvent.keyboard('7');
    expect(phone()).toHaveAccessibleDescription('Nömrəniz: 050 123 45 67');
  });

  test('has a tick only for a number whose code exists', async () => {
    renderApp(provider());
    await userEvent.keyboard('905321234');
    expect(screen.getByText('090 532 12 34').parentElement).toHaveAttribute(
      'data-complete',
      'false',
    );
    await userEvent.keyboard('{Backspace>9/}501234567');
    expect(screen.getByText('050 123 45 67').parentElement).toHaveAttribute(
      'data-complete',
      'true',
    );
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

  test('shows an error until the number is edited', async () => {
    renderApp(provider());
    await userEvent.keyboard('50{Enter}');
    expect(phone()).toBeInvalid();
    expect(phone()).toHaveAccessibleErrorMessage(ERROR);
    await userEvent.keyboard('x');
    expect(screen.getByRole('alert')).toHaveTextContent(ERROR);
    await userEvent.keyboard('1');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(phone()).toBeValid();
    await userEvent.keyboard('{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the same error in a new element for each submission, so that it is announced', async () => {
    renderApp(provider());
    await userEvent.keyboard('50{Enter}');
    const first = screen.getByRole('alert');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(ERROR);
    expect(screen.getByRole('alert')).not.toBe(first);
  });
});
