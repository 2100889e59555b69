import { cleanup, render, waitFor } from '@testing-library/react/pure';
import { Provider as StoreProvider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { App } from '../../../src/app/App';
import { makeStore, type Store } from '../../../src/app/store';
import { TOKEN_KEY } from '../../../src/shared/constants';
import { ImageHost } from '../../../src/ui/ImageHost';
import { ChatScreen } from '../../../src/chat/ChatScreen';
import { chatClosed } from '../../../src/realtime/hubActions';
import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import { checkSession } from '../../../src/session/sessionThunks';
import { createTokenStore } from '../../../src/session/tokenStore';
import { browserTransport, type Transport } from '../../../src/services/transport';
import type { Provider } from '../../stand-in/provider';
import { synchronousFrame } from '../time/frames';
import { FakeTabs } from '../fakes/fakeTabs';
import { memoryDrafts } from '../fakes/memoryStorage';

let app: { store: Store } | undefined;

/** Unmounts the app and waits for its requests. Call it after the server has stopped, which ends them. */
export async function leaveApp() {
  const store = app?.store;
  app = undefined;
  cleanup();
  store?.dispatch(chatClosed());
  await waitFor(() => {
    const { session, messages, connection } = store?.getState() ?? {};
    expect(session?.isSigningIn ?? false).toBe(false);
    expect(messages?.isSending ?? false).toBe(false);
    expect(messages?.requests ?? []).toEqual([]);
    expect(connection ?? 'Disconnected').toBe('Disconnected');
  });
}

/** Uploads with `fetch` too, because jsdom's XMLHttpRequest cannot send Node's files. */
const transportByFetch: Transport = (request) => {
  const { onUploadProgress, ...others } = request;
  onUploadProgress?.(1);
  return browserTransport(others);
};

const Path = () => <output data-testid="path">{useLocation().pathname}</output>;

/**
 * Renders the app with its real store and a stand-in server. Full page loads are only recorded.
 * @param token stored before the app starts
 * @returns `navigations` are the full page loads: `login` or `reload`
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
    uptime: now,
    createHubClient: (userId, events) =>
      Promise.resolve(createHubClient({ host, tokens, uptime: now }, userId, events)),
    navigation: {
      toLogin: () => navigations.push('login'),
      reload: () => navigations.push('reload'),
    },
    nextFrame: synchronousFrame,
    historyHashes: new Map(),
    uploads: new Map(),
    shrinkPhoto: (file) => Promise.resolve(file),
    measureImage: () => Promise.resolve(undefined),
    transport: transportByFetch,
    drafts: memoryDrafts(),
    tabs: new FakeTabs(),
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
