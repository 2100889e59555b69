import { type ComponentType, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useAppSelector } from './hooks';
import { LoginScreen } from '../login/LoginScreen';
import { selectUser } from '../session/sessionSlice';
import { CHAT_PATH, LOGIN_PATH } from '../contract/constants';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { BrokenPage } from './BrokenPage';

interface Props {
  /** May be lazy. The prerendered chat stays visible until the component is loaded. */
  ChatScreen: ComponentType<{ isAfterLogin: boolean }>;
}

/** Renders the chat or, logged out, the login (S2). Every other path redirects to its path. */
export function AppRoutes({ ChatScreen }: Props) {
  const isLoggedIn = useAppSelector(selectUser) !== null;
  // This is never reset, because a logout loads the page again.
  const [isAfterLogin] = useState(!isLoggedIn);
  const path = isLoggedIn ? CHAT_PATH : LOGIN_PATH;
  // `useMatch` would take `/CHAT` and `/chat/` for `/chat`.
  const isElsewhere = useLocation().pathname !== path;
  return (
    <ErrorBoundary fallback={<BrokenPage />}>
      {isLoggedIn ? <ChatScreen isAfterLogin={isAfterLogin} /> : <LoginScreen />}
      {isElsewhere && <Navigate to={path} replace />}
    </ErrorBoundary>
  );
}
