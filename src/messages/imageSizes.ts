import type { ImageSize } from '../platform/measureImage';

/** Sizes by `imageUrl`, so that a row that is rendered later has its final height at once. */
export const imageSizes = new Map<string, ImageSize>();
