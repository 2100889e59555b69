import { createPhotoShrinker } from './shrinkPhoto';

/** Re-encodes large photos in the browser. Each photo has a worker of its own, which ends with it. */
export const browserShrinkPhoto = createPhotoShrinker(
  () => new Worker(new URL(/* webpackChunkName: "photo" */ './photoWorker.ts', import.meta.url)),
);
