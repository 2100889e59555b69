import { cleanup, render, screen } from '@testing-library/react/pure';
import { Provider as StoreProvider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { handleEnter } from '../../../src/ui/handleEnter';
import { AppRoutes } from '../../../src/app/AppRoutes';
import { ServicesContext } from '../../../src/app/hooks';
import { ChatScreen } from '../../../src/chat/ChatScreen';
import { createHubClient } from '../../../src/hub/signalr/createHubClient';
import { checkSession } from '../../../src/session/sessionThunks';
import { browserFetch, type Fetch } from '../../../src/api/fetch';
import type { Provider } from '../../stand-in/provider';
import { closeChats, makeChat } from '../stores/makeChat';

/** Aborts the requests of the page. Node's fetch can wait for ever if a server stops while it connects. */
let leaving = new AbortController();

/** Unmounts the app and ends its requests. */
export async function leaveApp() {
  cleanup();
  leaving.abort();
  leaving = new AbortController();
  await closeChats();
}

/** Waits until the dot says that the chat is connected. After a slow start, the strip says it too. */
export const waitUntilConnected = () => screen.findAllByText('Qoşulub');

/** Uploads with `fetch` too, because jsdom's XMLHttpRequest cannot send Node's files. */
const fetchWithoutXhr: Fetch = (url, init, onUploadProgress) => {
  onUploadProgress?.(1);
  return browserFetch(url, { ...init, signal: AbortSignal.any([init.signal, leaving.signal]) });
};

// The page does this in its inline script.
handleEnter();

const Path = () => <output data-testid="path">{useLocation().pathname}</output>;

/**
 * Renders the app with its real store and a stand-in server.
 * @param token stored before the app starts; by default, nobody is logged in
 * @returns the store, its services, and the full page loads
 */
export function renderApp(
  provider: Provider,
  { path = '/', token = null }: { path?: string; token?: string | null } = {},
) {
  const chat = makeChat({
    token,
    host: provider.url,
    createHubClient: (userId, events) =>
      Promise.resolve(createHubClient(chat.services, userId, events)),
    fetch: fetchWithoutXhr,
  });
  const { store } = chat;
  store.dispatch(checkSession());
  render(
    <StoreProvider store={store}>
      <ServicesContext value={chat.services}>
        <MemoryRouter initialEntries={[path]}>
          <AppRoutes ChatScreen={ChatScreen} />
          <Path />
        </MemoryRouter>
      </ServicesContext>
    </StoreProvider>,
  );
  return chat;
}
