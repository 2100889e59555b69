// The design tokens come first, because the styles of the components refer to them.
import './ui/tokens.css';
import './ui/base.css';
import './ui/card.css';
import { lazy, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './app/AppRoutes';
import { loadChunk } from './platform/loadChunk';
import { showPrerendered } from './app/showPrerendered';
import { makeStore, prerenderedState, type Store } from './app/store';
import { ConfigurationError, findProviderHost } from './contract/providerHost';
import { createDraftStore } from './platform/draftStore';
import { nextFrame } from './platform/nextFrame';
import { ServicesContext } from './app/hooks';
import type { Services } from './app/services';
import { measureImage } from './platform/imageFiles';
import { openStorage } from './platform/storage';
import { createTabChannel, receiveFromTab } from './messages/tabChannel';
import { browserFetch } from './api/fetch';
import { selectUser } from './session/sessionSlice';
import { checkSession } from './session/sessionThunks';
import { createTokenStore } from './session/tokenStore';
import { TOKEN_KEY } from './contract/constants';
import * as events from './platform/pageEvents';

const loadChatScreen = async () => {
  const { ChatScreen } = await import(/* webpackChunkName: "chat" */ './chat/ChatScreen');
  return { default: ChatScreen };
};
// The chat's chunk has both, because each further chunk adds its name to the login's scripts.
const loadHubClient = () => import(/* webpackChunkName: "chat" */ './hub/signalr/createHubClient');
const loadShrinker = () => import(/* webpackChunkName: "chat" */ './platform/browserShrinkPhoto');

function browserServices(): Services {
  const host = findProviderHost(document);
  const shared = openStorage(() => localStorage);
  const own = openStorage(() => sessionStorage);
  const tokens = createTokenStore(shared);
  return {
    host,
    tokens,
    createHubClient: async (userId, events, excluded) =>
      (await loadHubClient()).createHubClient({ host, tokens }, userId, events, {
        // An extension can have removed a class. SignalR then tries the next transport.
        WebSocket: globalThis.WebSocket,
        EventSource: globalThis.EventSource,
        excluded,
      }),
    navigation: location,
    nextFrame,
    fetch: browserFetch,
    shrinkPhoto: async (file, signal) => (await loadShrinker()).browserShrinkPhoto(file, signal),
    measureImage,
    drafts: createDraftStore(own, shared),
    tabs: createTabChannel(),
  };
}

function dispatchBrowserEvents(store: Store, { tabs }: Services) {
  let isSuspended = false;
  const resume = () => {
    if (isSuspended) store.dispatch(events.pageResumed());
    isSuspended = false;
  };
  const dispatchVisibility = () =>
    store.dispatch(document.hidden ? events.pageHidden() : events.pageShown());
  if (document.hidden) dispatchVisibility();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) resume();
    dispatchVisibility();
  });
  window.addEventListener('offline', () => store.dispatch(events.pageWentOffline()));
  window.addEventListener('online', () => store.dispatch(events.pageCameOnline()));
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) store.dispatch(checkSession());
  });
  window.addEventListener('pagehide', () => {
    // A page in the back/forward cache would keep its connection open.
    store.dispatch(events.pageSuspended());
    isSuspended = true;
  });
  // Safari can set `persisted` to false although the page comes back.
  window.addEventListener('pageshow', resume);
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => store.dispatch(receiveFromTab(data));
}

/** A browser opens a dropped link or file in place of the page. An input still accepts text. */
function refuseDrop(event: DragEvent) {
  const { target, dataTransfer } = event;
  const isInput = target instanceof Element && target.matches(':read-write');
  if (!dataTransfer || (isInput && !dataTransfer.types.includes('Files'))) return;
  event.preventDefault();
  // The chat's own handler runs after this one, and accepts images.
  dataTransfer.dropEffect = 'none';
}

function start() {
  // Without this mark, the inline script shows that the page is broken.
  document.body.dataset.started = '';
  const services = browserServices();
  const store = makeStore(services);
  dispatchBrowserEvents(store, services);
  for (const type of ['dragenter', 'dragover', 'drop'] as const)
    window.addEventListener(type, refuseDrop);
  store.dispatch(checkSession());
  const isLoggedIn = selectUser(store.getState()) !== null;
  hydrateRoot(
    showPrerendered(document, isLoggedIn ? 'chat' : 'login'),
    <StrictMode>
      <Provider store={store} serverState={prerenderedState(isLoggedIn)}>
        <ServicesContext value={services}>
          <BrowserRouter>
            <AppRoutes ChatScreen={lazy(() => loadChunk(loadChatScreen))} />
          </BrowserRouter>
        </ServicesContext>
      </Provider>
    </StrictMode>,
  );
  // Preloads the chat while the customer types the number. The app loads it again after a failure.
  loadChunk(loadChatScreen).catch(() => undefined);
}

try {
  // The inline script has looked for what the app needs.
  if (!('outdated' in document.body.dataset)) start();
} catch (error) {
  const root = document.getElementById('root');
  if (root && error instanceof ConfigurationError) root.textContent = error.message;
  throw error;
}
