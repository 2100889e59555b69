import { createSlice, isAnyOf, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection, uploadProgressed } from '../api/baseQuery';
import type { RootState } from '../app/hooks';
import { withoutQuery } from '../contract/message';
import { selectUserId, sessionEnded, sessionStarted } from '../session/sessionSlice';
import { hasPostOf } from './merge/entry';
import { selectVisibleEntries } from './messagesSlice';
import { sendDraft, sendPickedImages } from './sending';
import {
  imageUploaded,
  postStarted,
  resumeEnded,
  sendResumed,
  uploadChanged,
  type SentImage,
  type UploadState,
} from './sendingActions';

/** Maximum number of sent images whose files stay in memory. */
const MAX_SENT_IMAGES = 10;

const initialState = {
  /** True while a message or an image is being sent (S4). */
  isSending: false,
  upload: null as UploadState | null,
  /** Whether unloading aborts the POST in flight. */
  isLostOnUnload: false,
  /** Whether the last send failed or was cancelled. */
  hasFailed: false,
  /** Timestamps of the POSTs that have begun, by `text` or the key of an image in the composer. */
  posted: {} as Record<string, string>,
  /** The newest images that were sent from this page. */
  sentImages: [] as SentImage[],
};

type SendingState = typeof initialState;

const begin = (state: SendingState) => {
  state.isSending = true;
  state.hasFailed = false;
};
const end = ({ posted, sentImages }: SendingState, hasFailed: boolean) => {
  return { ...initialState, hasFailed, posted, sentImages };
};

/** Slice `sending`: what the composer is sending (S4). */
export const sendingSlice = createSlice({
  name: 'sending',
  initialState,
  reducers: {
    /** The customer has changed the text in the input, or the list has its message. */
    draftChanged(state) {
      delete state.posted.text;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(postStarted, (state, { payload: { keys, timestamp, isLostOnUnload } }) => {
        for (const key of keys) state.posted[key] = timestamp;
        state.isLostOnUnload = isLostOnUnload;
      })
      .addCase(uploadChanged, (state, { payload }) => void (state.upload = payload))
      .addCase(uploadProgressed, (state, { payload }) => {
        if (state.upload) state.upload.percent = payload;
      })
      .addCase(imageUploaded, (state, { payload }) => {
        state.sentImages = [...state.sentImages, payload].slice(-MAX_SENT_IMAGES);
      })
      .addCase(sendResumed, (state, { payload: { message } }) => {
        begin(state);
        state.posted.text = message.timestamp ?? '';
      })
      .addCase(resumeEnded, (state, { payload }) => end(state, !payload.isListed))
      .addMatcher(isAnyOf(sessionStarted, sessionEnded), () => initialState)
      .addMatcher(isPending(sendDraft, sendPickedImages), begin)
      .addMatcher(isFulfilled(sendDraft, sendPickedImages), (state) => end(state, false))
      .addMatcher(isRejected(sendDraft, sendPickedImages), (state) => end(state, true))
      .addMatcher(api.endpoints.send.matchRejected, (state, { payload, meta }) => {
        // Beside an unclear text, a picked image can be rejected.
        const isText = state.posted.text === meta.arg.originalArgs.timestamp;
        if (isText && isRejection(payload)) delete state.posted.text;
      });
  },
});

export const { draftChanged } = sendingSlice.actions;

export const selectIsSending = ({ sending }: RootState) => sending.isSending;
export const selectIsLostOnUnload = ({ sending }: RootState) => sending.isLostOnUnload;
export const selectHasFailed = ({ sending }: RootState) => sending.hasFailed;
export const selectUpload = ({ sending }: RootState) => sending.upload;
/** Whether a POST of the text in the input has begun, and was not rejected. */
export const selectIsPosted = ({ sending }: RootState) => 'text' in sending.posted;
/** Returns whether the list shows the message of what the composer has posted: its text, or an image. */
export function selectIsListed(state: RootState, key = 'text'): boolean {
  const timestamp = state.sending.posted[key];
  if (timestamp === undefined) return false;
  return hasPostOf(selectVisibleEntries(state), selectUserId(state), timestamp);
}
/** Returns the image with this URL, if it was sent from this page. */
export const selectSentImage = ({ sending }: RootState, imageUrl: string) =>
  sending.sentImages.find((image) => withoutQuery(image.imageUrl) === withoutQuery(imageUrl));
/** Returns the object URLs in the state. */
export const previewsOf = ({ sending: { upload, sentImages } }: RootState): string[] =>
  [upload, ...sentImages].flatMap((image) => image?.preview ?? []);
