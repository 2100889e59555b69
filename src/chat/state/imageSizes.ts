import type { ImageSize } from '../../services/measureImage';

/**
 * The sizes of images by `imageUrl`: of own images before their upload, of others once they have
 * loaded. A row that is rendered later has its final height at once.
 */
export const imageSizes = new Map<string, ImageSize>();
