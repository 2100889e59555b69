import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { ChatScreen } from '../chat/ChatScreen';
import { CHAT_PATH, LOGIN_PATH, TOKEN_KEY } from '../shared/constants';
import { EMPTY_PHONE, WHOLE_NUMBER } from '../session/phone';
import { strings } from '../shared/strings';
import { App } from './App';
import { prerenderedState } from './prerenderedState';
import { showScreen } from './showScreen';
import { reducer } from './store';

/** Renders a screen at build time, for index.html. */
function renderScreen(isSignedIn: boolean): string {
  const store = configureStore({ reducer, preloadedState: prerenderedState(isSignedIn) });
  return renderToString(
    <Provider store={store}>
      <StaticRouter location={isSignedIn ? CHAT_PATH : LOGIN_PATH}>
        <App ChatScreen={ChatScreen} />
      </StaticRouter>
    </Provider>,
  );
}

/** The title and both screens, which the template of index.html inserts. */
export const { title } = strings;
export const login = renderScreen(false);
export const chat = renderScreen(true);

/**
 * The inline script. Before the first paint, the script shows the chat screen if a token is stored,
 * otherwise the login screen. It prevents form submission, which would reload the page before
 * hydration. A whole number that is pasted before hydration replaces the value of the input, because
 * the app could not distinguish it from a typed number. Access to forbidden storage throws. On
 * `file:` the app cannot load, so the script shows an explanation instead.
 */
export const script = `if (location.protocol === 'file:') document.getElementById('unserved').hidden = false;
else {
  addEventListener('submit', (event) => event.preventDefault());
  addEventListener('paste', (event) => {
    const [, national] = ${WHOLE_NUMBER.toString()}.exec(event.clipboardData.getData('text').replace(/\\D/g, '')) ?? [];
    if (!national || event.defaultPrevented || event.target.type !== 'tel') return;
    event.preventDefault();
    event.target.value = '${EMPTY_PHONE}' + national;
  });
  let token = null;
  try { token = localStorage.getItem('${TOKEN_KEY}'); } catch {}
  (${showScreen.toString()})(document, token === null ? 'login' : 'chat');
}`;
