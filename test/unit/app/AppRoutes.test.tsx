import { act, screen, waitFor } from '@testing-library/react/pure';
import { logoutStarted } from '../../../src/session/sessionSlice';
import { renderApp, waitUntilConnected } from '../../support/screens/renderApp';
import { providerForEachTest } from '../../support/screens/providerForEachTest';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const path = () => screen.getByTestId('path').textContent;

describe('routes', () => {
  test.each(['/', '/login', '/LOGIN', '/login/', '/chat', '/chat/more', '/anything'])(
    'show the login screen at %s if nobody is logged in (S2)',
    async (start) => {
      renderApp(provider(), { path: start });
      expect(await screen.findByRole('button', { name: 'Daxil ol' })).toBeVisible();
      expect(path()).toBe('/login');
    },
  );

  test.each(['/', '/login', '/chat', '/CHAT', '/chat/', '/chat/more', '/anything'])(
    'show the chat screen at %s if a user is logged in (S2)',
    async (start) => {
      renderApp(provider(), { path: start, token: provider().tokenFor(CUSTOMER) });
      expect(await screen.findByRole('heading', { name: 'Dəstək Xidməti' })).toBeVisible();
      expect(path()).toBe('/chat');
    },
  );
});

test('the login is inert while /login is loading after a logout', async () => {
  const token = provider().tokenFor(CUSTOMER);
  const { store } = renderApp(provider(), { path: '/chat', token });
  await waitUntilConnected();
  act(() => {
    store.dispatch(logoutStarted('pressed'));
  });
  await waitFor(() => expect(screen.getByRole('main')).toHaveAttribute('inert'));
});
