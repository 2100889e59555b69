import { createPhotoShrinker } from './shrinkPhoto';

/** Re-encodes large photos in the browser, each in a worker that is terminated afterwards. */
export const browserShrinkPhoto = createPhotoShrinker(
  () => new Worker(new URL(/* webpackChunkName: "photo" */ './photoWorker.ts', import.meta.url)),
);
