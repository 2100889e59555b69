import { nanoid } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { AppThunk } from '../services/redux';
import { selectUser } from '../session/sessionSlice';
import { imageSizes } from './imageSizes';
import { uploadChanged } from './messagesSlice';
import { post, sendText, unlessSending, type Send } from './sendMessage';

/** An image to upload and post, one of `total`. */
interface OutgoingImage {
  file: File;
  /** The text of the image's message. */
  text?: string | null;
  /** From 1 to `total`. */
  number: number;
  total: number;
  signal: AbortSignal;
  onPost?: (timestamp: string) => void;
}

const isImage = ({ type }: File) => type.startsWith('image/');

/** Returns the files that are images. Other files cannot be sent (S5). */
export const onlyImages = (files: Iterable<File>): File[] => [...files].filter(isImage);

/** Wraps a thunk, so that `cancelUploads` aborts its signal. Does nothing during another send. */
const cancellable = (send: (signal: AbortSignal) => Send): Send =>
  unlessSending(async (dispatch, _, { uploads }) => {
    const controller = new AbortController();
    uploads.add(controller);
    try {
      return await dispatch(send(controller.signal));
    } finally {
      uploads.delete(controller);
    }
  });

/** Cancels the upload of images. A message whose POST has begun is still sent. */
export const cancelUploads =
  (): AppThunk =>
  (_dispatch, _getState, { uploads }) => {
    uploads.forEach((controller) => {
      controller.abort();
    });
  };

/** Uploads a file. @returns its URL, or undefined if the upload fails or is cancelled */
const upload =
  (file: File, signal: AbortSignal): AppThunk<Promise<string | undefined>> =>
  async (dispatch, getState, { images }) => {
    const user = selectUser(getState());
    if (!user || signal.aborted) return undefined;
    const key = nanoid();
    images.set(key, file);
    const image = { userId: user.id, key, name: file.name };
    const request = dispatch(api.endpoints.upload.initiate(image, { track: false }));
    signal.addEventListener('abort', () => {
      request.abort();
    });
    const { data } = await request;
    images.delete(key);
    return data?.imageUrl;
  };

const uploadAndPost =
  ({ file, text = null, signal, onPost, ...position }: OutgoingImage): Send =>
  async (dispatch, _, { shrinkPhoto, measureImage }) => {
    dispatch(uploadChanged({ ...position, percent: 0 }));
    const photo = await shrinkPhoto(file, signal);
    dispatch(uploadChanged({ ...position, percent: 0, size: photo.size }));
    const measured = measureImage(photo);
    const imageUrl = await dispatch(upload(photo, signal));
    if (imageUrl === undefined || signal.aborted) return false;
    void measured.then((size) => {
      if (size) imageSizes.set(imageUrl, size);
    });
    dispatch(uploadChanged({ ...position, percent: 100, isPosting: true }));
    return dispatch(post({ text, imageUrl }, onPost));
  };

/**
 * Uploads and sends picked images, one after the other. Skips files that are not images (S5).
 * @returns whether the provider has accepted all of them
 */
export const sendImages = (files: File[]): Send =>
  cancellable((signal) => async (dispatch) => {
    const images = onlyImages(files);
    const total = images.length;
    const results: boolean[] = [];
    for (const [index, file] of images.entries()) {
      if (signal.aborted) return false;
      results.push(await dispatch(uploadAndPost({ file, number: index + 1, total, signal })));
    }
    return results.every(Boolean);
  });

/**
 * Sends a text and the images that wait with it. One image and the text are one message; several
 * images precede the text. Stops at the first failure, so that the order is kept.
 * @param onPost called when the POST of an image begins, with the timestamp of its message
 * @returns whether the provider has accepted everything
 */
export const sendDraft = <Image extends { file: File }>(
  text: string,
  images: Image[],
  onPost: (image: Image, timestamp: string) => void,
): Send => {
  const total = images.length;
  if (total === 0) return sendText(text);
  const rest = text.trim() === '' ? null : text.toWellFormed();
  return cancellable((signal) => async (dispatch) => {
    for (const [index, image] of images.entries()) {
      const outgoing = {
        file: image.file,
        text: total === 1 ? rest : null,
        number: index + 1,
        total,
        signal,
        onPost: (timestamp: string) => {
          onPost(image, timestamp);
        },
      };
      if (signal.aborted || !(await dispatch(uploadAndPost(outgoing)))) return false;
    }
    return total === 1 || rest === null || dispatch(post({ text: rest, imageUrl: null }));
  });
};
