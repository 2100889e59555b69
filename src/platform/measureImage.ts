/** The size of an image in px. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Returns the size of an image file; undefined if the browser cannot decode the file. */
export type MeasureImage = (file: File) => Promise<ImageSize | undefined>;

export const measureImage: MeasureImage = (file) =>
  new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    const finish = (size?: ImageSize) => {
      URL.revokeObjectURL(url);
      resolve(size);
    };
    image.onload = () => finish({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => finish();
    image.src = url;
  });
