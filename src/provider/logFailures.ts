import type { Middleware } from '@reduxjs/toolkit';
import { api } from './api';

const { history, send, upload } = api.endpoints;

function failureOf(action: unknown) {
  if (history.matchRejected(action)) return { sentence: 'Loading history failed', action };
  if (send.matchRejected(action)) return { sentence: 'Sending a message failed', action };
  if (upload.matchRejected(action)) return { sentence: 'Sending an image failed', action };
  return undefined;
}

/** Spec 8: these failures are only logged to the console. */
export const logFailures: Middleware = () => (next) => (action) => {
  const failure = failureOf(action);
  if (failure) {
    const { payload, error } = failure.action;
    console.error(`${failure.sentence}:`, payload?.status ?? error.message);
  }
  return next(action);
};
