import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { shallowEqual } from 'react-redux';
import { hasPosted } from '../../messages/merge/entries';
import { type RootState, useAppSelector, useAppStore } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { selectVisibleEntries } from '../../messages/messagesSlice';
import type { WaitingImage } from '../../messages/sending';
import { readImages } from '../../platform/readImage';

/** Returns the images whose messages the list does not have. */
function selectWaiting(state: RootState, images: WaitingImage[]): WaitingImage[] {
  const userId = selectUserId(state);
  const entries = selectVisibleEntries(state);
  return images.filter(({ postedAt }) => !postedAt || !hasPosted(entries, userId, postedAt));
}

export type WaitingImagesState = ReturnType<typeof useWaitingImages>;

/** An image waits until the list has its message. The store cannot hold a `File`. */
export function useWaitingImages() {
  const [added, setAdded] = useState<WaitingImage[]>([]);
  const store = useAppStore();
  const images = useAppSelector((state) => selectWaiting(state, added), shallowEqual);
  const addFiles = async (files: File[]) => {
    const more = (await readImages(files)).map((file) => ({ key: nanoid(), file }));
    setAdded((current) => [...selectWaiting(store.getState(), current), ...more]);
  };
  const removeImage = ({ key }: WaitingImage) =>
    setAdded((current) => current.filter((image) => image.key !== key));
  const markImagePosted = ({ key }: WaitingImage, postedAt: string) => {
    setAdded((current) =>
      current.map((image) => (image.key === key ? { ...image, postedAt } : image)),
    );
  };
  return { images, addFiles, removeImage, markImagePosted };
}
