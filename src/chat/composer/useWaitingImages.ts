import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { shallowEqual } from 'react-redux';
import { hasPosted } from '../../messages/merge/entries';
import { useAppSelector } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { selectVisibleEntries } from '../../messages/messagesSlice';
import { onlyImages, type WaitingImage } from '../../messages/sending';

/** An image waits until the list has its message. The store cannot hold a `File`. */
export function useWaitingImages() {
  const [added, setAdded] = useState<WaitingImage[]>([]);
  const images = useAppSelector((state) => {
    const userId = selectUserId(state);
    const entries = selectVisibleEntries(state);
    return added.filter(({ postedAt }) => !postedAt || !hasPosted(entries, userId, postedAt));
  }, shallowEqual);
  const addFiles = (files: File[]) => {
    const more = onlyImages(files).map((file) => ({ key: nanoid(), file }));
    setAdded([...images, ...more]);
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
