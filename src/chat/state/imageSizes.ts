import type { ImageSize } from '../../services/measureImage';

/** Sizes by `imageUrl`, so that a row that is rendered later has its final height at once. */
export const imageSizes = new Map<string, ImageSize>();
