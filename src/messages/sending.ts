import { createAsyncThunk } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection } from '../api/baseQuery';
import { outlivesPage } from '../api/fetch';
import type { AppDispatch, AppThunk, RootState } from '../app/hooks';
import type { Services } from '../app/services';
import { OPERATOR_ID } from '../contract/constants';
import { isBlankText } from '../contract/messageText';
import { findImages, readImage } from '../platform/imageFiles';
import { selectUser } from '../session/sessionSlice';
import { countCopies, freeTimestamp } from './merge/ownEntries';
import { selectHasHistory, selectVisibleEntries } from './messagesSlice';
import { imageUploaded, postStarted, uploadChanged, type UploadState } from './sendingActions';

/** A step of a send. Resolves to whether the provider has accepted its message. */
type Step = AppThunk<Promise<boolean>>;

/** An image to upload and post. */
interface Upload extends Pick<UploadState, 'key' | 'index' | 'total'> {
  file: File;
  signal: AbortSignal;
}

/** Removes the empty lines at both ends of a text. @returns null if no line is left */
function trimLines(text: string): string | null {
  const lines = text.split('\n');
  const isFull = (line: string) => !isBlankText(line);
  const trimmed = lines.slice(lines.findIndex(isFull), lines.findLastIndex(isFull) + 1);
  return trimmed.length > 0 ? trimmed.join('\n') : null;
}

/** Posts a message. If accepted, the hub middleware passes it on, then the list shows it (S4). */
const post =
  (text: string | null, imageUrl: string | null, imageKey?: string): Step =>
  async (dispatch, getState, { drafts }) => {
    const user = selectUser(getState());
    if (!user) return false;
    const timestamp = freeTimestamp(getState().messages.entries, user.id);
    const message = { fromUserId: user.id, toUserId: OPERATOR_ID, text, imageUrl, timestamp };
    const keys = [text === null ? undefined : 'text', imageKey].filter((key) => key !== undefined);
    const isLostOnUnload = !outlivesPage(JSON.stringify(message));
    dispatch(postStarted({ keys, timestamp, isLostOnUnload }));
    if (text !== null) {
      const copies = selectHasHistory(getState())
        ? countCopies(selectVisibleEntries(getState()), message)
        : undefined;
      drafts.save(user.id, { text, posted: { timestamp, imageUrl, copies } });
    }
    const { error } = await dispatch(api.endpoints.send.initiate(message, { track: false }));
    // A text that was rejected is a draft without a POST, so a reload does not search for it.
    if (text !== null && error && 'status' in error && isRejection(error))
      drafts.save(user.id, { text });
    return !error;
  };

/** Uploads an image and posts it with a text. A message whose POST has begun is not cancelled. */
const sendImage =
  ({ file, signal, ...image }: Upload, text: string | null): Step =>
  async (dispatch, getState, { shrinkPhoto, measureImage }) => {
    const started = { ...image, percent: 0 };
    dispatch(uploadChanged({ ...started, preview: URL.createObjectURL(file) }));
    const photo = await shrinkPhoto(file, signal);
    const user = selectUser(getState());
    if (!user || signal.aborted) return false;
    const preview = URL.createObjectURL(photo);
    const upload = { ...started, preview, size: photo.size };
    dispatch(uploadChanged(upload));
    const measuring = measureImage(preview);
    const request = dispatch(
      api.endpoints.upload.initiate({ userId: user.id, file: photo }, { track: false }),
    );
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    const { data: imageUrl } = await request;
    // The listener would keep the file in memory until the last image is sent.
    signal.removeEventListener('abort', abort);
    if (imageUrl === undefined) return false;
    // The POST does not wait for a size that is late. Without a size, the row shows the server's image.
    const size = await Promise.race([measuring, Promise.resolve(null)]);
    if (size) dispatch(imageUploaded({ imageUrl, preview, size }));
    dispatch(uploadChanged({ ...upload, percent: 100, isPosting: true }));
    return dispatch(post(text, imageUrl, image.key));
  };

/**
 * Creates a thunk for one send at a time. It rejects if a step fails; `abort` cancels an upload.
 */
const createSend = <Argument>(
  type: string,
  send: (argument: Argument, dispatch: AppDispatch, signal: AbortSignal) => Promise<boolean>,
) =>
  createAsyncThunk<boolean, Argument, { state: RootState; dispatch: AppDispatch; extra: Services }>(
    type,
    async (argument, { dispatch, signal, rejectWithValue }) =>
      (await send(argument, dispatch, signal)) || rejectWithValue(false),
    { condition: (_, { getState }) => !getState().sending.isSending },
  );

/** Reads and sends picked images one by one, to save memory. Skips other files (S5). */
export const sendPickedImages = createSend<File[]>(
  'sending/pickedImages',
  async (files, dispatch, signal) => {
    const images = await findImages(files);
    let areSent = true;
    for (const [index, image] of images.entries()) {
      if (signal.aborted) return false;
      const file = await readImage(image);
      const upload = { index: index + 1, total: images.length, signal };
      const isSent = file !== null && (await dispatch(sendImage({ ...upload, file }, null)));
      areSent = isSent && areSent;
    }
    return areSent;
  },
);

/** An image that was pasted or dropped, and is sent with the text. */
export interface WaitingImage {
  key: string;
  file: File;
}

/**
 * Sends a text, unless it is blank (S5), and the waiting images. One image and the text are one
 * message; several images precede the text. Stops at the first failure, to keep the order.
 */
export const sendDraft = createSend<{ text: string; images: WaitingImage[] }>(
  'sending/draft',
  async ({ text, images }, dispatch, signal) => {
    const total = images.length;
    // ASP.NET Core rejects lone surrogates.
    const rest = trimLines(text.toWellFormed());
    for (const [index, image] of images.entries()) {
      const upload = { ...image, index: index + 1, total, signal };
      const isSent = await dispatch(sendImage(upload, total === 1 ? rest : null));
      if (!isSent) return false;
    }
    // One image has carried the text.
    return total === 1 || rest === null || (await dispatch(post(rest, null)));
  },
);
