import { thumbnailOf } from '../../../../src/chat/message/thumbnail';

test.each([
  ['an image of 3:4 fills the frame', [600, 800], [180, 240], [180, 240]],
  ['a narrower image is cropped at its bottom', [600, 4000], [180, 240], [180, 240]],
  ['a wider image is whole', [800, 400], [180, 90], [180, 90]],
  ['an image of more than 3:1 is whole in a frame of 3:1', [1800, 200], [180, 20], [180, 60]],
  ['an icon is not enlarged, in a frame of 44 px', [16, 16], [16, 16], [44, 44]],
  ['a small narrow image is cropped to 3:4', [30, 400], [30, 40], [44, 44]],
])('%s', (_name, [width = 0, height = 0], image, frame) => {
  const thumbnail = thumbnailOf({ width, height });
  expect([thumbnail.image.width, thumbnail.image.height]).toEqual(image);
  expect([thumbnail.frame.width, thumbnail.frame.height]).toEqual(frame);
});

test.each([
  [true, 1800, 300],
  [false, 1800, 440],
  [true, 16, 16],
])('isLow is %p for an image of %d x %d', (isLow, width, height) =>
  expect(thumbnailOf({ width, height }).isLow).toBe(isLow),
);
