import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection, uploadProgressed } from '../api/baseQuery';
import type { ImageSize } from '../platform/readImage';
import { selectUserId, sessionEnded, sessionStarted } from '../session/sessionSlice';
import { countOwnCopies, hasPosted } from './merge/countPosted';
import { selectIsLoading, selectVisibleEntries } from './messagesSlice';

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

/** A message whose POST has begun. The list may have it. */
export interface PostedMessage {
  text: string | null;
  timestamp: string;
  /** Number of own messages with this text before the POST; undefined before the first history. */
  copies?: number | undefined;
  /** The key of the message's waiting image. */
  imageKey?: string | undefined;
}

interface StartedPost extends PostedMessage {
  /** Whether unloading aborts the POST, because its body is too long for `keepalive`. */
  isLostOnUnload?: boolean;
}

const initialState = {
  /** True while a message or an image is being sent (S4). */
  isSending: false,
  upload: null as UploadState | null,
  /** Whether unloading aborts the POST in flight. */
  isPostLostOnUnload: false,
  /** Whether the last send failed or was cancelled. */
  hasFailed: false,
  /** The message of the text in the input, if its POST has begun and was not rejected. */
  posted: null as PostedMessage | null,
  /** The timestamps of waiting images whose POSTs have begun, by their keys. */
  postedImages: {} as Record<string, string>,
  /** The sizes of uploaded images, by their URLs, so that their rows have their heights at once. */
  imageSizes: {} as Record<string, ImageSize>,
};

/** Slice `sending`: what the composer is sending (S4). */
export const sendingSlice = createSlice({
  name: 'sending',
  initialState,
  reducers: {
    started(state) {
      state.isSending = true;
      state.hasFailed = false;
    },
    /** The payload says whether all was accepted. */
    ended: ({ posted, postedImages, imageSizes }, { payload }: PayloadAction<boolean>) => ({
      ...initialState,
      hasFailed: !payload,
      posted,
      postedImages,
      imageSizes,
    }),
    /** A POST begins. After a reload: the text of a POST that had begun is in the input again. */
    postStarted(state, { payload }: PayloadAction<StartedPost>) {
      const { isLostOnUnload = false, ...posted } = payload;
      if (posted.text !== null) state.posted = posted;
      if (posted.imageKey) state.postedImages[posted.imageKey] = posted.timestamp;
      state.isPostLostOnUnload = isLostOnUnload;
    },
    /** The customer has changed the text in the input, or the list has its message. */
    draftChanged(state) {
      state.posted = null;
    },
    uploadChanged(state, { payload }: PayloadAction<UploadState>) {
      state.upload = payload;
    },
    imageMeasured(state, { payload }: PayloadAction<{ imageUrl: string; size: ImageSize }>) {
      state.imageSizes[payload.imageUrl] = payload.size;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(uploadProgressed, (state, { payload }) => {
        if (state.upload) state.upload.percent = payload;
      })
      .addCase(sessionStarted, () => initialState)
      .addCase(sessionEnded, () => initialState)
      .addMatcher(api.endpoints.send.matchRejected, (state, { payload, meta }) => {
        // Beside an unclear text, a picked image can be rejected.
        const isPosted = state.posted?.timestamp === meta.arg.originalArgs.timestamp;
        if (isPosted && isRejection(payload)) state.posted = null;
      });
  },
});

export const {
  started: sendingStarted,
  ended: sendingEnded,
  postStarted,
  draftChanged,
  uploadChanged,
  imageMeasured,
} = sendingSlice.actions;

type State = WithSlice<typeof sendingSlice>;
type ListState = Parameters<typeof selectVisibleEntries>[0];

export const selectIsSending = (state: State) => state.sending.isSending;
export const selectIsPostLostOnUnload = (state: State) => state.sending.isPostLostOnUnload;
export const selectHasFailed = (state: State) => state.sending.hasFailed;
export const selectUpload = (state: State) => state.sending.upload;
export const selectPosted = (state: State) => state.sending.posted;
export const selectPostedImages = (state: State) => state.sending.postedImages;
export const selectImageSize = (state: State, imageUrl: string): ImageSize | undefined =>
  state.sending.imageSizes[imageUrl];

/** Returns the number of own messages with this text; undefined before the first history. */
export const selectCopies = (state: ListState, text: string | null) =>
  selectIsLoading(state)
    ? undefined
    : countOwnCopies(selectVisibleEntries(state), selectUserId(state), text ?? '');

/** Returns whether the list shows the message that was posted. */
export const selectIsStored = (state: ListState, { text, timestamp, copies }: PostedMessage) =>
  hasPosted(selectVisibleEntries(state), selectUserId(state), timestamp) ||
  // A server that re-stamps changes the time, but the number of equal messages grows.
  (selectCopies(state, text) ?? 0) > (copies ?? Infinity);
