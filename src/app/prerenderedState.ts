import { connectionChanged } from '../realtime/connectionSlice';
import type { RootState } from '../services/redux';
import { sessionStarted } from '../session/sessionSlice';
import { reducer } from './store';

/**
 * Returns the Redux state of the first render. The build and the page must use the same state, or
 * hydration fails.
 */
export function prerenderedState(isSignedIn: boolean): RootState {
  const signedOut = reducer(undefined, { type: 'app/prerendered' });
  if (!isSignedIn) return signedOut;
  const user = { id: 0, username: '', role: 'user' } as const;
  return [sessionStarted(user), connectionChanged('Connecting')].reduce(reducer, signedOut);
}
