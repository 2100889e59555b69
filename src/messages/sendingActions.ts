import { createAction } from '@reduxjs/toolkit';
import type { Message } from '../contract/message';
import type { ImageSize } from '../platform/imageFiles';

/** Progress of the current upload: image `index` of `total`, `percent` done. */
export interface UploadState {
  /** The key of the waiting image; missing for a picked one. */
  key?: string;
  /** Counted from 1. */
  index: number;
  total: number;
  percent: number;
  /** An object URL of the image. It is revoked when it has left the state. */
  preview: string;
  /** In bytes; missing while a photo is re-encoded. */
  size?: number;
  /** Whether the message of the uploaded image is being posted. It can no longer be cancelled. */
  isPosting?: boolean;
}

/** An image that was sent from this page. Its row shows the file, so that it is not downloaded. */
export interface SentImage {
  imageUrl: string;
  /** An object URL of the file. It is revoked when it has left the state. */
  preview: string;
  size: ImageSize;
}

interface StartedPost {
  /** What the composer sends with the POST: `text`, and the key of a waiting image. */
  keys: string[];
  timestamp: string;
  /** Whether unloading aborts the POST, because its body is too long for `keepalive`. */
  isLostOnUnload: boolean;
}

/** A POST that had begun before a reload. Its text is in the input again. */
export interface ResumedPost {
  message: Message;
  /** Number of equal own messages before the POST; undefined if no history had loaded. */
  copies: number | undefined;
}

export const postStarted = createAction<StartedPost>('sending/postStarted');
export const uploadChanged = createAction<UploadState>('sending/uploadChanged');
export const imageUploaded = createAction<SentImage>('sending/imageUploaded');
/** After a reload during a POST, the send goes on until the first history has ended. */
export const sendResumed = createAction<ResumedPost>('sending/resumed');
export const resumeEnded = createAction<{ isListed: boolean }>('sending/resumeEnded');
