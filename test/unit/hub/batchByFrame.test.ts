import { batchByFrame } from '../../../src/hub/batchByFrame';
import { manualFrames } from '../../support/time/frames';

test('delivers the first item at once, and the items of each frame together', () => {
  const { nextFrame, draw } = manualFrames();
  const delivered: number[][] = [];
  const add = batchByFrame<number>((items) => delivered.push(items), nextFrame);
  [1, 2, 3].forEach(add);
  expect(delivered).toEqual([[1]]);
  draw();
  add(4);
  expect(delivered).toEqual([[1], [2, 3]]);
  draw();
  draw();
  add(5);
  expect(delivered).toEqual([[1], [2, 3], [4], [5]]);
});

test('delivers the next items after an error', () => {
  const { nextFrame, draw } = manualFrames();
  const deliver = jest.fn().mockImplementationOnce(() => {
    throw new Error('a bug');
  });
  const add = batchByFrame<number>(deliver, nextFrame);
  expect(() => add(1)).toThrow('a bug');
  [2, 3].forEach(add);
  draw();
  expect(deliver.mock.calls).toEqual([[[1]], [[2, 3]]]);
});
