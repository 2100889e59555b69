import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection, uploadProgressed } from '../api/baseQuery';
import { outlivesPage } from '../api/transport';
import { sessionEnded, sessionStarted } from '../session/sessionSlice';

/** Progress of the current upload: image `index` of `total`, `percent` done. */
export interface UploadState {
  /** Counted from 1. */
  index: number;
  total: number;
  percent: number;
  /** In bytes; missing while a photo is re-encoded. */
  size?: number;
  /** Whether the message of the uploaded image is being posted. It can no longer be cancelled. */
  isPosting?: boolean;
}

const initialState = {
  /** True while a message or an image is being sent (S4). */
  isSending: false,
  upload: null as UploadState | null,
  /** Whether the POST in flight would end with the page: its body is too long for `keepalive`. */
  isPostLostOnUnload: false,
  /** Whether the last send failed or was cancelled. */
  hasFailed: false,
  /** Whether the provider has rejected the last message, so that it is not stored. */
  isRejected: false,
};

/** Slice `sending`: what the composer is sending (S4). */
export const sendingSlice = createSlice({
  name: 'sending',
  initialState,
  reducers: {
    started: () => ({ ...initialState, isSending: true }),
    /** The payload says whether all was accepted. */
    ended: ({ isRejected }, { payload }: PayloadAction<boolean>) => ({
      ...initialState,
      hasFailed: !payload,
      isRejected,
    }),
    uploadChanged(state, { payload }: PayloadAction<UploadState>) {
      state.upload = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(uploadProgressed, (state, { payload }) => {
        if (state.upload) state.upload.percent = payload;
      })
      .addCase(sessionStarted, () => initialState)
      .addCase(sessionEnded, () => initialState)
      .addMatcher(api.endpoints.send.matchRejected, (state, { payload }) => {
        state.isRejected = payload !== undefined && isRejection(payload);
      })
      .addMatcher(api.endpoints.send.matchPending, (state, { meta }) => {
        state.isPostLostOnUnload = !outlivesPage(JSON.stringify(meta.arg.originalArgs));
      });
  },
});

export const { started: sendingStarted, ended: sendingEnded, uploadChanged } = sendingSlice.actions;

type State = WithSlice<typeof sendingSlice>;

export const selectIsSending = (state: State) => state.sending.isSending;
export const selectIsPostLostOnUnload = (state: State) => state.sending.isPostLostOnUnload;
export const selectIsRejected = (state: State) => state.sending.isRejected;
export const selectHasFailed = (state: State) => state.sending.hasFailed;
export const selectUpload = (state: State) => state.sending.upload;
