import { batchByFrame } from '../../../src/hub/batchByFrame';
import { manualFrames, synchronousFrame } from '../../support/time/frames';

/** Creates a batch and records what it delivers. */
function makeBatch(maxSize?: number) {
  const { nextFrame, draw } = manualFrames();
  const delivered: number[][] = [];
  const batch = batchByFrame<number>((items) => delivered.push(items), nextFrame, maxSize);
  return { ...batch, draw, delivered };
}

describe('batchByFrame', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test('delivers the first item at once, and the items of each frame together', () => {
    const { add, draw, delivered } = makeBatch();
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

  test.each([
    [1, 19],
    [2, 20],
  ])('delivers the next item %i frame(s) after a batch of %i items', (frames, size) => {
    const { add, draw, delivered } = makeBatch();
    range(0, size).forEach(add);
    draw();
    add(size + 1);
    expect(delivered).toEqual([[0], range(1, size)]);
    for (let frame = 1; frame < frames; frame += 1) draw();
    expect(delivered).toHaveLength(2);
    draw();
    expect(delivered.slice(2)).toEqual([[size + 1]]);
  });

  test('delivers at most `maxSize` items per frame, in order', () => {
    const { add, draw, delivered } = makeBatch(2);
    [1, 2, 3, 4, 5, 6].forEach(add);
    for (const count of [1, 2, 3, 4, 4]) {
      expect(delivered).toEqual([[1], [2, 3], [4, 5], [6]].slice(0, count));
      draw();
    }
  });

  test('delivers pending items at once when it is flushed, and no item twice', () => {
    const { add, flush, draw, delivered } = makeBatch();
    flush();
    [1, 2].forEach(add);
    flush();
    add(3);
    expect(delivered).toEqual([[1], [2]]);
    draw();
    expect(delivered).toEqual([[1], [2], [3]]);
  });

  test('delivers the next items after an error', () => {
    const { nextFrame, draw } = manualFrames();
    const deliver = jest.fn().mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    const { add } = batchByFrame<number>(deliver, nextFrame, 1);
    expect(() => add(1)).toThrow('a bug');
    [2, 3].forEach(add);
    draw();
    draw();
    expect(deliver.mock.calls).toEqual([[[1]], [[2]], [[3]]]);
  });

  test('delivers each item at once if the frames are synchronous', () => {
    const deliver = jest.fn();
    const { add } = batchByFrame<number>(deliver, synchronousFrame);
    [1, 2].forEach(add);
    expect(deliver.mock.calls).toEqual([[[1]], [[2]]]);
  });
});
