import { createAction, createSlice, type WithSlice } from '@reduxjs/toolkit';

/** Slice `page`: whether the page is hidden. The composition root dispatches the browser's events. */
export const pageSlice = createSlice({
  name: 'page',
  initialState: { isHidden: false },
  reducers: {
    hidden: (state) => {
      state.isHidden = true;
    },
    shown: (state) => {
      state.isHidden = false;
    },
  },
});

export const { hidden: pageHidden, shown: pageShown } = pageSlice.actions;
export const pageWentOffline = createAction('page/wentOffline');
export const pageCameOnline = createAction('page/cameOnline');
/** The page is left, for good or for the back/forward cache. */
export const pageSuspended = createAction('page/suspended');
/** The page comes back from the back/forward cache. */
export const pageResumed = createAction('page/resumed');

export const selectIsPageHidden = ({ page }: WithSlice<typeof pageSlice>) => page.isHidden;
