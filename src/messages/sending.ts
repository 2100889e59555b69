import { api } from '../api/api';
import { outlivesPage } from '../api/fetch';
import type { AppThunk } from '../app/hooks';
import { findImages, measureImage, readImage } from '../platform/readImage';
import { selectUser } from '../session/sessionSlice';
import { OPERATOR_ID } from '../contract/constants';
import { isBlankText } from '../contract/plainText';
import {
  imageMeasured,
  postStarted,
  selectCopies,
  selectIsSending,
  sendingEnded,
  sendingStarted,
  uploadChanged,
} from './sendingSlice';

/*
 * The states of a message while `isSending` is true. A text without an image begins with `posting`.
 * Only what is accepted leaves the input.
 *
 * | state       | upload in the slice | entry in the list | next state                             |
 * | ----------- | ------------------- | ----------------- | -------------------------------------- |
 * | re-encoding | without a size      | none              | uploading; not sent if cancelled       |
 * | uploading   | size and percent    | none              | posting; not sent if failed, cancelled |
 * | posting     | isPosting           | posting           | accepted if 2xx, rejected if 4xx       |
 * | accepted    | none                | sent              | the hub's SendMessage, then none       |
 * | not sent    | none                | none              | none                                   |
 * | rejected    | none                | none              | none                                   |
 * | unclear     | none                | unclear           | accepted once the list has the message |
 */

/** A thunk that resolves to whether the provider has accepted all messages of the send. */
type Send = AppThunk<Promise<boolean>>;

/** An image to upload and post: image `index` of `total`, counted from 1. */
interface Upload {
  file: File;
  /** The key of the waiting image; missing for a picked one. */
  key?: string;
  index: number;
  total: number;
  signal: AbortSignal;
}

/** Removes the empty lines at both ends of a text. @returns null if no line is left */
function trimLines(text: string): string | null {
  const lines = text.split('\n');
  const isFull = (line: string) => !isBlankText(line);
  const trimmed = lines.slice(lines.findIndex(isFull), lines.findLastIndex(isFull) + 1);
  return trimmed.length > 0 ? trimmed.join('\n') : null;
}

const unlessSending =
  (send: Send): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsSending(getState())) return;
    dispatch(sendingStarted());
    let isSent = false;
    try {
      isSent = await dispatch(send);
    } finally {
      dispatch(sendingEnded(isSent));
    }
  };

/** Posts a message. If accepted, the hub middleware passes it on, then the list shows it (S4). */
const post =
  (text: string | null, imageUrl: string | null, imageKey?: string): Send =>
  async (dispatch, getState, { drafts }) => {
    const user = selectUser(getState());
    if (!user) return false;
    const timestamp = new Date(Date.now()).toISOString();
    const message = { fromUserId: user.id, toUserId: OPERATOR_ID, text, imageUrl, timestamp };
    const copies = selectCopies(getState(), text);
    const isLostOnUnload = !outlivesPage(JSON.stringify(message));
    dispatch(postStarted({ text, timestamp, copies, imageKey, isLostOnUnload }));
    if (text !== null) drafts.save(user.id, { text, posted: { timestamp, copies } });
    const { error } = await dispatch(api.endpoints.send.initiate(message, { track: false }));
    return !error;
  };

/** Uploads an image and posts it with a text. A message whose POST has begun is not cancelled. */
const sendImage =
  ({ file, key, signal, ...position }: Upload, text: string | null): Send =>
  async (dispatch, getState, { shrinkPhoto }) => {
    dispatch(uploadChanged({ ...position, percent: 0 }));
    const photo = await shrinkPhoto(file, signal);
    const user = selectUser(getState());
    if (!user || signal.aborted) return false;
    dispatch(uploadChanged({ ...position, percent: 0, size: photo.size }));
    const measuring = measureImage(photo).catch(() => null);
    const upload = { userId: user.id, file: photo };
    const request = dispatch(api.endpoints.upload.initiate(upload, { track: false }));
    signal.addEventListener('abort', () => request.abort());
    const { data: imageUrl } = await request;
    if (imageUrl === undefined) return false;
    void measuring.then((size) => size && dispatch(imageMeasured({ imageUrl, size })));
    dispatch(uploadChanged({ ...position, percent: 100, isPosting: true }));
    return dispatch(post(text, imageUrl, key));
  };

/** Reads and sends picked images one by one, to save memory. Skips other files (S5). */
export const sendPickedImages = (files: File[], signal: AbortSignal) =>
  unlessSending(async (dispatch) => {
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
  });

/** An image that was pasted or dropped, and is sent with the text. */
export interface WaitingImage {
  key: string;
  file: File;
}

interface Outgoing {
  /** A blank text is not sent (S5). Lone surrogates, which ASP.NET Core rejects, are replaced. */
  text: string;
  images: WaitingImage[];
  signal: AbortSignal;
}

/**
 * Sends a text and the images that wait with it. One image and the text are one message; several
 * images precede the text. Stops at the first failure, so that the order is kept.
 */
export const sendDraft = ({ text, images, signal }: Outgoing) =>
  unlessSending(async (dispatch) => {
    const total = images.length;
    const rest = trimLines(text.toWellFormed());
    for (const [index, image] of images.entries()) {
      const upload = { ...image, index: index + 1, total, signal };
      const isSent = await dispatch(sendImage(upload, total === 1 ? rest : null));
      if (!isSent) return false;
    }
    return total === 1 || rest === null || dispatch(post(rest, null));
  });
