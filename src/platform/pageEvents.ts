import { createAction } from '@reduxjs/toolkit';

// The composition root dispatches these events of the browser.
export const pageHidden = createAction('page/hidden');
export const pageShown = createAction('page/shown');
export const pageWentOffline = createAction('page/wentOffline');
export const pageCameOnline = createAction('page/cameOnline');
/** The page is left, for good or for the back/forward cache. */
export const pageSuspended = createAction('page/suspended');
/** The suspended page has resumed. */
export const pageResumed = createAction('page/resumed');
