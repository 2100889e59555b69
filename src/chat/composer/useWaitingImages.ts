import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { onlyImages } from '../sendImages';

/** An image that was pasted or dropped, and is sent with the text. */
export interface WaitingImage {
  key: string;
  file: File;
}

/**
 * Keeps the images that wait to be sent. In the component's state and not in the store, because a
 * `File` is not serialisable. They are discarded when the chat screen
 * unmounts, for example at logout.
 */
export function useWaitingImages() {
  const [images, setImages] = useState<WaitingImage[]>([]);
  const addFiles = (files: File[]) => {
    const added = onlyImages(files).map((file) => ({ key: nanoid(), file }));
    setImages((current) => [...current, ...added]);
  };
  const removeImage = ({ key }: WaitingImage) => {
    setImages((current) => current.filter((image) => image.key !== key));
  };
  return { images, addFiles, removeImage };
}
