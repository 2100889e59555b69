import { connectionChanged } from '../provider/hub';
import { sessionStarted } from '../session/sessionSlice';
import { reducer, type State } from './store';

/** The state that the prerendered screens were made of; React begins with it too, and goes on from there. */
export function firstState(isSignedIn: boolean): State {
  const empty = reducer(undefined, { type: 'begin' });
  if (!isSignedIn) return empty;
  const user = { id: 0, username: '', role: 'user' } as const;
  return [sessionStarted(user), connectionChanged('Connecting')].reduce(reducer, empty);
}
