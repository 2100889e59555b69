import { screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { renderApp } from './support/renderApp';
import { providerForEachTest } from './support/providerForEachTest';

const provider = providerForEachTest();
const FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';
const logins = () => provider().ledger.requests('login');
const phone = () => screen.getByPlaceholderText('Telefon nömrəsi');

describe('LoginScreen', () => {
  test('has a focused input with +994 that formats the number (S2, S5)', async () => {
    renderApp(provider());
    expect(phone()).toHaveFocus();
    expect(phone()).toHaveValue('+994');
    await userEvent.keyboard(' 50x123-45-67 89');
    expect(phone()).toHaveValue('+994501234567');
  });

  test('keeps the caret after a digit typed in the middle', async () => {
    renderApp(provider());
    await userEvent.type(phone(), '5012', { initialSelectionStart: 4 });
    await userEvent.type(phone(), '9', { initialSelectionStart: 5, initialSelectionEnd: 5 });
    expect(phone()).toHaveValue('+99459012');
    expect((phone() as HTMLInputElement).selectionStart).toBe(6);
  });

  test('rejects an incomplete number without a request (S5)', async () => {
    renderApp(provider());
    await userEvent.keyboard('50{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Nömrə düzgün formatda deyil');
    expect(logins()).toHaveLength(0);
  });

  test('signs in with a complete number, and opens the chat (S4)', async () => {
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
    expect(localStorage.getItem('token')).not.toBeNull();
    expect(logins()).toHaveLength(1);
  });

  test('shows an error when the login fails, and clears it with the next attempt (S8)', async () => {
    provider().switches.calls.login = { status: 500, times: 1 };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('alert')).toHaveTextContent(FAILED);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(await screen.findByText('Aktiv operator')).toBeVisible();
  });

  test('shows an error for a response without a usable token', async () => {
    provider().switches.calls.login = { status: 200, body: '{"newtoken":"x"}' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('shows a spinner during the request, and makes no second request (S2)', async () => {
    provider().switches.calls.login = { end: 'hang' };
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}{Enter}');
    expect(await screen.findByRole('status', { name: 'Daxil olunur...' })).toBeVisible();
    await provider().ledger.waitFor(() => logins().length > 0);
    expect(logins()).toHaveLength(1);
  });
});
