import { lazy, Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Route, Routes } from 'react-router-dom';
import { CHAT_PATH, LOGIN_PATH } from '../common/constants';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { strings } from '../common/strings';
import { LoginScreen } from '../session/LoginScreen';
import { selectUser } from '../session/sessionSlice';

const loadChatScreen = () => import(/* webpackChunkName: "chat" */ '../messages/ChatScreen');
const ChatScreen = lazy(async () => ({ default: (await loadChatScreen()).ChatScreen }));

interface Props {
  /** Fetches what the chat will need, while the customer is still typing the number. */
  prefetch: () => Promise<unknown>;
}

/** The two route sets (spec 2): which one there is depends on whether a user is signed in. */
export function App({ prefetch }: Props) {
  const isSignedIn = useSelector(selectUser) !== null;
  useEffect(() => {
    void loadChatScreen();
    void prefetch();
  }, [prefetch]);

  const path = isSignedIn ? CHAT_PATH : LOGIN_PATH;
  return (
    <ErrorBoundary fallback={<p role="alert">{strings.brokenPage}</p>}>
      <Suspense fallback={null}>
        <Routes>
          <Route path={path} element={isSignedIn ? <ChatScreen /> : <LoginScreen />} />
          <Route path="*" element={<Navigate to={path} replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
