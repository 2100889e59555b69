// First: what the components say comes after it.
import './common/tokens.css';
import { lazy, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';
import { firstState } from './app/firstState';
import { shareSeen } from './app/shareSeen';
import { showScreen } from './app/showScreen';
import { makeStore, type Store } from './app/store';
import { LOGIN_PATH, TOKEN_KEY } from './common/constants';
import { createDraftStore } from './common/draft';
import { nextFrame } from './common/nextFrame';
import { browserOnline, pageHidden, pageShown } from './common/pageEvents';
import { ImageHost } from './common/ImageHost';
import { ConfigurationError, providerHostOf } from './provider/config';
import { chatClosed } from './provider/hub';
import type { Services } from './provider/services';
import { createTokenStore } from './provider/token';
import { xhrFetch } from './provider/xhrFetch';
import { checkSession } from './session/session';
import { selectUser } from './session/sessionSlice';

const loadChatScreen = async () => {
  const { ChatScreen } = await import(/* webpackChunkName: "chat" */ './messages/ChatScreen');
  return { default: ChatScreen };
};
const loadSignalr = () => import(/* webpackChunkName: "signalr" */ './provider/signalr');

/** The services of a real browser. */
function browserServices(): Services {
  const host = providerHostOf(document);
  const tokens = createTokenStore(localStorage);
  const now = () => Date.now();
  return {
    host,
    tokens,
    createHub: async (userId, events) =>
      (await loadSignalr()).createHub({ host, tokens, now }, userId, events, { WebSocket }),
    navigation: {
      toLogin: () => {
        location.assign(LOGIN_PATH);
      },
      reload: () => {
        location.reload();
      },
    },
    now,
    nextFrame,
    fetch: xhrFetch,
    pictures: new Map(),
    drafts: createDraftStore(sessionStorage),
  };
}

/** What the browser tells of the page becomes actions. */
function listen(store: Store) {
  const tellVisibility = () => store.dispatch(document.hidden ? pageHidden() : pageShown());
  if (document.hidden) tellVisibility();
  document.addEventListener('visibilitychange', tellVisibility);
  window.addEventListener('online', () => store.dispatch(browserOnline()));
  window.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) store.dispatch(checkSession());
  });
  // A page in the back/forward cache would keep its connection; it opens a new one when it is back.
  window.addEventListener('pagehide', () => store.dispatch(chatClosed()));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.dispatch(checkSession());
  });
}

function start() {
  const services = browserServices();
  const store = makeStore(services);
  listen(store);
  shareSeen(store);
  store.dispatch(checkSession());
  const isSignedIn = selectUser(store.getState()) !== null;
  hydrateRoot(
    showScreen(document, isSignedIn ? 'chat' : 'login'),
    <StrictMode>
      <Provider store={store} serverState={firstState(isSignedIn)}>
        <ImageHost value={services.host}>
          <BrowserRouter>
            <App ChatScreen={lazy(loadChatScreen)} />
          </BrowserRouter>
        </ImageHost>
      </Provider>
    </StrictMode>,
  );
  // What the chat will need comes while the customer is still typing the number.
  void loadChatScreen();
  void loadSignalr();
}

try {
  start();
} catch (error) {
  const root = document.getElementById('root');
  if (root && error instanceof ConfigurationError) root.textContent = error.message;
  throw error;
}
