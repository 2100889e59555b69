import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { type Entry } from '../../messages/merge/entry';
import { hasPosted } from '../../messages/merge/countPosted';
import { useAppSelector } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { selectVisibleEntries } from '../../messages/messagesSlice';
import type { WaitingImage } from '../../messages/sending';
import { selectPostedImages } from '../../messages/sendingSlice';
import { findImages, readImages } from '../../platform/readImage';
import { useWindowEvents } from '../../ui/useWindowEvents';

const NO_ENTRIES: Entry[] = [];

export type WaitingImagesState = ReturnType<typeof useWaitingImages>;

/** An image waits until the list has its message. The store cannot hold a `File`. */
export function useWaitingImages() {
  const [added, setAdded] = useState<WaitingImage[]>([]);
  const userId = useAppSelector(selectUserId);
  const timestamps = useAppSelector(selectPostedImages);
  const hasPostedImage = added.some(({ key }) => timestamps[key]);
  // Renders for new messages only while the message of an image can be among them.
  const entries = useAppSelector(hasPostedImage ? selectVisibleEntries : () => NO_ENTRIES);
  const images = added.filter(
    ({ key }) => !timestamps[key] || !hasPosted(entries, userId, timestamps[key]),
  );
  // An image that stays in the state keeps its file in memory.
  if (images.length < added.length) setAdded(images);
  /** Whether a file was no image, until the next key or file. */
  const [hasRefusedFile, setHasRefusedFile] = useState(false);
  useWindowEvents({ keydown: () => setHasRefusedFile(false) }, hasRefusedFile);
  const checkFiles = async (files: File[]) =>
    setHasRefusedFile((await findImages(files)).length < files.length);
  const addFiles = async (files: File[]) => {
    void checkFiles(files);
    const more = (await readImages(files)).map((file) => ({ key: nanoid(), file }));
    setAdded((current) => [...current, ...more]);
  };
  const removeImage = ({ key }: WaitingImage) =>
    setAdded((current) => current.filter((image) => image.key !== key));
  return { images, hasRefusedFile, checkFiles, addFiles, removeImage };
}
