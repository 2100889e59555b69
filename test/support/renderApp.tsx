import { cleanup, render, waitFor } from '@testing-library/react/pure';
import { Provider as StoreProvider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { App } from '../../src/app/App';
import { makeStore, type Store } from '../../src/app/store';
import { TOKEN_KEY } from '../../src/common/constants';
import { ImageHost } from '../../src/common/ImageHost';
import { ChatScreen } from '../../src/messages/ChatScreen';
import { chatClosed } from '../../src/provider/hub';
import { createHub } from '../../src/provider/signalr';
import { createTokenStore } from '../../src/provider/token';
import { checkSession } from '../../src/session/session';
import type { Provider } from '../provider/provider';
import { atOnce } from './frames';
import { memoryDrafts } from './memoryStorage';
import { plainFetch } from './plainFetch';

let app: { store: Store } | undefined;

/** Ends what `renderApp` began; call it when the provider is gone, so that nothing is left waiting. */
export async function leaveApp() {
  const store = app?.store;
  app = undefined;
  store?.dispatch(chatClosed());
  cleanup();
  await waitFor(() => {
    const { session, messages, connection } = store?.getState() ?? {};
    expect(session?.isSigningIn ?? false).toBe(false);
    expect(messages?.isSending ?? false).toBe(false);
    expect(messages?.requests ?? []).toEqual([]);
    expect(connection ?? 'Disconnected').toBe('Disconnected');
  });
}

const Path = () => <output data-testid="path">{useLocation().pathname}</output>;

/**
 * The whole app on a real store and a real provider; only the navigations are written down instead
 * of made.
 * @param token stored before the app starts
 */
export function renderApp(
  provider: Provider,
  { path = '/', token }: { path?: string; token?: string } = {},
) {
  localStorage.clear();
  if (token !== undefined) localStorage.setItem(TOKEN_KEY, token);
  const tokens = createTokenStore(localStorage);
  const now = () => Date.now();
  const host = provider.url;
  const navigations: string[] = [];
  const store = makeStore({
    host,
    tokens,
    now,
    createHub: (userId, events) =>
      Promise.resolve(createHub({ host, tokens, now }, userId, events)),
    navigation: {
      toLogin: () => navigations.push('login'),
      reload: () => navigations.push('reload'),
    },
    nextFrame: atOnce,
    pictures: new Map(),
    fetch: plainFetch,
    drafts: memoryDrafts(),
  });
  store.dispatch(checkSession());
  render(
    <StoreProvider store={store}>
      <ImageHost value={host}>
        <MemoryRouter initialEntries={[path]}>
          <App ChatScreen={ChatScreen} />
          <Path />
        </MemoryRouter>
      </ImageHost>
    </StoreProvider>,
  );
  app = { store };
  return { store, navigations };
}
