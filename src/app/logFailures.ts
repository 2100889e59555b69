import { api } from '../api/api';
import type { Listen } from '../messages/historyListeners';
import { logError } from '../platform/log';
import { selectUser } from '../session/sessionSlice';

/** The console's sentences for failed calls. Only a failed login also shows an error (S8). */
const FAILURES: Record<keyof typeof api.endpoints, string> = {
  login: 'Login failed',
  history: 'Loading history failed',
  send: 'Sending a message failed',
  upload: 'Sending an image failed',
};

/** Logs failed calls, except those that the customer cancelled, or that outlived the session. */
export function logFailures(listen: Listen): void {
  for (const { matchRejected } of Object.values(api.endpoints))
    listen({
      matcher: matchRejected,
      effect: ({ payload, error, meta }, listenerApi) => {
        const endpointName = meta.arg.endpointName as keyof typeof FAILURES;
        if (!meta.aborted && (endpointName === 'login' || selectUser(listenerApi.getState())))
          logError(FAILURES[endpointName], payload?.status ?? error.message);
      },
    });
}
