import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { CHAT_PATH, LOGIN_PATH, TOKEN_KEY } from '../common/constants';
import { ChatScreen } from '../messages/ChatScreen';
import { App } from './App';
import { firstState } from './firstState';
import { showScreen } from './showScreen';
import { reducer } from './store';

/** The markup that a screen begins with, for the build to put into index.html. */
function markupOf(isSignedIn: boolean): string {
  const store = configureStore({ reducer, preloadedState: firstState(isSignedIn) });
  return renderToString(
    <Provider store={store}>
      <StaticRouter location={isSignedIn ? CHAT_PATH : LOGIN_PATH}>
        <App ChatScreen={ChatScreen} />
      </StaticRouter>
    </Provider>,
  );
}

export const login = markupOf(false);
export const chat = markupOf(true);

/**
 * Runs before the first paint: shows the login screen, or the chat's to whoever has a token, and keeps
 * the browser from sending a form as long as the app is not there to do it. From file: the app cannot
 * be loaded, and the page says so instead.
 */
export const script = `if (location.protocol === 'file:') document.getElementById('unserved').hidden = false;
else {
  addEventListener('submit', (event) => event.preventDefault());
  (${showScreen.toString()})(document, localStorage.getItem('${TOKEN_KEY}') === null ? 'login' : 'chat');
}`;
