import { createAction } from '@reduxjs/toolkit';

/** A call or the hub rejected the stored token with 401, and the token's `exp` has passed. */
export const tokenExpired = createAction('token/expired');
/** The stored token is missing or belongs to another user, so no request or connection is made. */
export const tokenReplaced = createAction('token/replaced');
