import { screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../support/renderApp';
import { providerForEachTest } from '../support/providerForEachTest';

const provider = providerForEachTest();
const FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';
const logins = () => provider().ledger.requests('login');
const phone = () => screen.getByPlaceholderText('Telefon nömrəsi');

test('the number is prefilled, focused, and formatted as it is typed', async () => {
  renderApp(provider());
  expect(phone()).toHaveFocus();
  expect(phone()).toHaveValue('+994');
  await userEvent.keyboard(' 50x123-45-67 89');
  expect(phone()).toHaveValue('+994501234567');
});

test('a digit typed in the middle leaves the caret behind it', async () => {
  renderApp(provider());
  await userEvent.type(phone(), '5012', { initialSelectionStart: 4 });
  await userEvent.type(phone(), '9', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(phone()).toHaveValue('+99459012');
  expect((phone() as HTMLInputElement).selectionStart).toBe(6);
});

test('an incomplete number is refused without a request', async () => {
  renderApp(provider());
  await userEvent.keyboard('50{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Nömrə düzgün formatda deyil');
  expect(logins()).toHaveLength(0);
});

test('a complete number signs in, with an empty password, and the chat opens', async () => {
  renderApp(provider());
  await userEvent.keyboard('501234567{Enter}');
  expect(await screen.findByText('Aktiv operator')).toBeVisible();
  expect(localStorage.getItem('token')).not.toBeNull();
  expect(logins()).toHaveLength(1);
});

test('a failed login shows the error; the next attempt clears it', async () => {
  provider().switches.calls.login = { status: 500, times: 1 };
  renderApp(provider());
  await userEvent.keyboard('501234567{Enter}');
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent(FAILED);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
  expect(await screen.findByText('Aktiv operator')).toBeVisible();
});

test('an answer without a usable token is a failed login', async () => {
  provider().switches.calls.login = { status: 200, body: '{"newtoken":"x"}' };
  renderApp(provider());
  await userEvent.keyboard('501234567{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
  expect(localStorage.getItem('token')).toBeNull();
});

test('while the request runs the button shows a spinner, and a second press asks nothing', async () => {
  provider().switches.calls.login = { end: 'hang' };
  renderApp(provider());
  await userEvent.keyboard('501234567{Enter}{Enter}');
  expect(await screen.findByRole('status', { name: 'Daxil olunur...' })).toBeVisible();
  await provider().ledger.waitFor(() => logins().length > 0);
  expect(logins()).toHaveLength(1);
});
