import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { ChatScreen } from '../chat/ChatScreen';
import { CHAT_PATH, LOGIN_PATH, TOKEN_KEY } from '../contract/constants';
import { browserTooOld, description, scriptsRequired, strings } from '../ui/strings';
import { AppRoutes } from '../app/AppRoutes';
import { BrokenPage } from '../app/BrokenPage';
import { handleEnter } from '../ui/handleEnter';
import { showPrerendered } from '../app/showPrerendered';
import { inlineScript } from './inlineScript';
import { prerenderedState, reducer } from '../app/store';

function render(isLoggedIn: boolean): string {
  const store = configureStore({ reducer, preloadedState: prerenderedState(isLoggedIn) });
  return renderToString(
    <Provider store={store}>
      <StaticRouter location={isLoggedIn ? CHAT_PATH : LOGIN_PATH}>
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

/** The inline script. The app's modules cannot be imported before the first paint. */
export const script = `(${String(inlineScript)})(${JSON.stringify(TOKEN_KEY)}, ${String(showPrerendered)}, ${String(handleEnter)})`;
