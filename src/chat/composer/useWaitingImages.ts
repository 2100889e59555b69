import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { shallowEqual } from 'react-redux';
import { useAppSelector } from '../../app/hooks';
import type { WaitingImage } from '../../messages/sending';
import { selectIsListed } from '../../messages/sendingSlice';
import { findImages, readImage } from '../../platform/imageFiles';
import { useWindowEvents } from '../../ui/useWindowEvents';

export type WaitingImagesState = ReturnType<typeof useWaitingImages>;

/** An image waits until the list has its message. The store cannot hold a `File`. */
export function useWaitingImages() {
  const [added, setAdded] = useState<WaitingImage[]>([]);
  const images = useAppSelector(
    (state) => added.filter(({ key }) => !selectIsListed(state, key)),
    shallowEqual,
  );
  // An image that stays in the state keeps its file in memory.
  if (images.length < added.length) setAdded(images);
  /** Whether a file was no image, until the next key or file. */
  const [hasRefusedFile, setHasRefusedFile] = useState(false);
  useWindowEvents({ keydown: () => setHasRefusedFile(false) }, hasRefusedFile);
  /** Shows a refusal if a file is no image. @returns the images */
  const checkFiles = async (files: File[]) => {
    const found = await findImages(files);
    setHasRefusedFile(found.length < files.length);
    return found;
  };
  const addFiles = async (files: File[]) => {
    // Read at once, so that the shown image is sent even if its file changes.
    const copies = await Promise.all((await checkFiles(files)).map(readImage));
    const more = copies.flatMap((file) => (file ? { key: nanoid(), file } : []));
    setAdded((current) => [...current, ...more]);
  };
  const removeImage = ({ key }: WaitingImage) =>
    setAdded((current) => current.filter((image) => image.key !== key));
  return { images, hasRefusedFile, checkFiles, addFiles, removeImage };
}
