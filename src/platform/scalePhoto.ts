/** Maximum length of the longer side of an encoded photo, in pixels. */
const MAX_SIDE = 2_560;
/** Length, in pixels, below which no side is scaled: a long screenshot stays legible. */
const MIN_SIDE = 1_080;
/** JPEG quality of an encoded photo, from 0 to 1. */
const QUALITY = 0.85;

/**
 * Returns whether a canvas returns other pixels than were drawn: noise where the browser resists
 * fingerprinting, nothing beyond the size limit (16.7 million pixels in iOS Safari).
 */
function returnsOtherPixels(context: OffscreenCanvasRenderingContext2D): boolean {
  context.fillStyle = '#123456';
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.join() !== '18,52,86,255';
}

/**
 * Scales a photo to an upright JPEG without metadata. Runs in a worker, as Safari blocks the thread.
 * @returns null if the canvas returns other pixels than are drawn
 * @throws if the browser cannot decode the file or has no OffscreenCanvas
 */
export async function scalePhoto(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = bitmap;
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  const scale = Math.min(1, Math.max(MAX_SIDE / longer, MIN_SIDE / shorter));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context || returnsOtherPixels(context)) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
