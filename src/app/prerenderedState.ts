import { connectionChanged } from '../realtime/connectionSlice';
import type { RootState } from '../services/redux';
import { sessionStarted } from '../session/sessionSlice';
import { reducer } from './store';

/** Returns the state of the first render. Build and page must use the same, or hydration fails. */
export function prerenderedState(isSignedIn: boolean): RootState {
  const signedOut = reducer(undefined, { type: 'app/prerendered' });
  if (!isSignedIn) return signedOut;
  const user = { id: 0, username: '', role: 'user' } as const;
  return [sessionStarted(user), connectionChanged('Connecting')].reduce(reducer, signedOut);
}
