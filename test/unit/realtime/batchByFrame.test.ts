import { batchByFrame } from '../../../src/realtime/batchByFrame';
import { manualFrames, synchronousFrame } from '../../support/time/frames';

/** Creates a batch and records what it delivers. */
function makeBatch(maxSize?: number) {
  const { nextFrame, draw } = manualFrames();
  const delivered: number[][] = [];
  const batch = batchByFrame<number>((items) => delivered.push(items), nextFrame, maxSize);
  return { ...batch, draw, delivered };
}

describe('batchByFrame', () => {
  test('delivers the first item with the rest of its frame', () => {
    const { add, draw, delivered } = makeBatch();
    [1, 2, 3].forEach(add);
    expect(delivered).toEqual([]);
    draw();
    expect(delivered).toEqual([[1, 2, 3]]);
    add(4);
    draw();
    draw();
    expect(delivered).toEqual([[1, 2, 3], [4]]);
  });

  test('delivers at most `maxSize` items per frame, in order', () => {
    const { add, draw, delivered } = makeBatch(2);
    [1, 2, 3, 4, 5].forEach(add);
    for (const count of [1, 2, 3, 3]) {
      draw();
      expect(delivered).toEqual([[1, 2], [3, 4], [5]].slice(0, count));
    }
  });

  test('delivers pending items at once when it is flushed, and no item twice', () => {
    const { add, flush, draw, delivered } = makeBatch();
    flush();
    add(1);
    flush();
    add(2);
    expect(delivered).toEqual([[1]]);
    draw();
    expect(delivered).toEqual([[1], [2]]);
  });

  test('goes on after an error', () => {
    const { nextFrame, draw } = manualFrames();
    const deliver = jest.fn().mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    const { add } = batchByFrame<number>(deliver, nextFrame, 1);
    [1, 2].forEach(add);
    expect(draw).toThrow('a bug');
    draw();
    add(3);
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
