import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { ChatScreen } from '../chat/ChatScreen';
import { CHAT_PATH, LOGIN_PATH, TOKEN_KEY } from '../contract/constants';
import { browserTooOld, description, scriptsRequired, strings } from '../ui/strings';
import { AppRoutes } from '../app/AppRoutes';
import { BrokenPage } from '../app/BrokenPage';
import { showScreen } from '../app/showScreen';
import { prerenderedState, reducer } from '../app/store';

function render(isSignedIn: boolean): string {
  const store = configureStore({ reducer, preloadedState: prerenderedState(isSignedIn) });
  return renderToString(
    <Provider store={store}>
      <StaticRouter location={isSignedIn ? CHAT_PATH : LOGIN_PATH}>
        <AppRoutes ChatScreen={ChatScreen} />
      </StaticRouter>
    </Provider>,
  );
}

/** The texts and the screens, which the template of index.html inserts. */
export const { title } = strings;
export { browserTooOld, description, scriptsRequired };
export const login = render(false);
export const chat = render(true);
export const broken = renderToString(<BrokenPage />);

/**
 * The inline script. It shows the chat before the first paint if a token is stored, otherwise the
 * login. With a token, it also inserts the chat's scripts, which the app requests only once it runs.
 * A script that fails is removed: webpack would wait for it instead of requesting it again.
 * Before hydration, submitting would reload the page, so the script prevents it. The script notes the
 * submitted number, and the login submits it after hydration.
 * A browser without the newest functions that the app needs gets an explanation, and `index.tsx` does
 * not start. Access to forbidden storage throws. On `file:` the app cannot load, so an explanation is shown.
 * If all scripts have loaded or failed without starting the app, the broken page is shown.
 */
export const script = `if (location.protocol === 'file:') document.getElementById('unserved').hidden = false;
else if (!(self.AbortSignal?.any && URL.canParse)) {
  document.body.dataset.outdated = '';
  document.getElementById('outdated').hidden = false;
  console.error('The app needs AbortSignal.any and URL.canParse, which this browser lacks.');
} else {
  const marks = document.body.dataset;
  addEventListener('submit', (event) => {
    // After hydration, React has handled the event.
    if (!event.defaultPrevented) marks.submitted = document.querySelector('[type=tel]')?.value;
    event.preventDefault();
  });
  let token = null;
  try { token = localStorage.getItem('${TOKEN_KEY}'); } catch {}
  if (token !== null) {
    const scripts = document.getElementById('chat-scripts').content;
    for (const script of scripts.children) script.onerror = () => script.remove();
    document.head.append(scripts);
  }
  const show = ${showScreen.toString()};
  show(document, token === null ? 'login' : 'chat');
  addEventListener('load', () => {
    if ('started' in marks) return;
    show(document, 'broken').querySelector('button').onclick = () => location.reload();
  });
}`;
