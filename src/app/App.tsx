import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useMatch } from 'react-router-dom';
import { CHAT_PATH, LOGIN_PATH } from '../common/constants';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { strings } from '../common/strings';
import { LoginScreen } from '../session/LoginScreen';
import { selectUser } from '../session/sessionSlice';

interface Props {
  /** May come later: until then the page stays as it is. */
  ChatScreen: ComponentType;
}

/**
 * The two route sets (spec 2): whether a user is signed in says which screen there is, and at which
 * path. Any other path leads there, with the screen in sight already.
 */
export function App({ ChatScreen }: Props) {
  const isSignedIn = useSelector(selectUser) !== null;
  const path = isSignedIn ? CHAT_PATH : LOGIN_PATH;
  const isElsewhere = useMatch(path) === null;
  return (
    <ErrorBoundary fallback={<p role="alert">{strings.brokenPage}</p>}>
      {isSignedIn ? <ChatScreen /> : <LoginScreen />}
      {isElsewhere && <Navigate to={path} replace />}
    </ErrorBoundary>
  );
}
