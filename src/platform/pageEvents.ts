import { createAction } from '@reduxjs/toolkit';

/** Events of the browser. The composition root dispatches these actions. */
export const pageHidden = createAction('page/hidden');
export const pageShown = createAction('page/shown');
export const pageWentOffline = createAction('page/wentOffline');
export const pageCameOnline = createAction('page/cameOnline');
