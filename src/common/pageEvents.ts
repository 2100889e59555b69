import { createAction } from '@reduxjs/toolkit';

/** What the browser tells of the page. The composition root dispatches these. */
export const pageHidden = createAction('page/hidden');
export const pageShown = createAction('page/shown');
export const browserOnline = createAction('page/online');
