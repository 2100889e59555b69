import { memoryDrafts } from '../../support/fakes/memoryStorage';
import { manualFrames } from '../../support/time/frames';

/** Returns a draft store, a function that draws a frame, and one that reads the stored value. */
function makeDrafts() {
  const { nextFrame, draw } = manualFrames();
  const drafts = memoryDrafts(nextFrame);
  return { drafts, draw, stored: () => drafts.storage.get('draft') };
}

const STORED_A = '{"userId":7,"text":"a"}';

describe('draft store', () => {
  test('keeps the last draft for its user only; an empty draft removes it', () => {
    const drafts = memoryDrafts();
    drafts.save(7, { text: 'a' });
    expect(drafts.read(7).text).toBe('a');
    drafts.save(8, { text: 'b' });
    expect(drafts.read(7).text).toBe('');
    expect(drafts.read(8).text).toBe('b');
    drafts.save(8, { text: '' });
    expect(drafts.storage.size).toBe(0);
  });

  test('clear removes the draft, and cancels a pending write', () => {
    const { drafts, draw, stored } = makeDrafts();
    drafts.save(7, { text: 'a' });
    drafts.flush();
    drafts.save(7, { text: 'b' });
    drafts.clear();
    expect(stored()).toBeUndefined();
    draw();
    expect(stored()).toBeUndefined();
  });

  test('writes only the last draft of a frame, after that frame', () => {
    const { drafts, draw, stored } = makeDrafts();
    drafts.save(7, { text: 'b' });
    drafts.save(7, { text: 'a' });
    expect(stored()).toBeUndefined();
    draw();
    expect(stored()).toBe(STORED_A);
    drafts.save(7, { text: '' });
    expect(stored()).toBe(STORED_A);
    draw();
    expect(stored()).toBeUndefined();
  });

  test('flush writes a pending draft at once, and only once', () => {
    const { drafts, draw, stored } = makeDrafts();
    drafts.save(7, { text: 'a' });
    drafts.flush();
    expect(stored()).toBe(STORED_A);
    drafts.storage.clear();
    drafts.flush();
    draw();
    expect(stored()).toBeUndefined();
  });

  test.each(['', 'x', 'null', '[]', '7', '{"userId":7}', '{"userId":7,"text":5}', '{"text":"a"}'])(
    'returns an empty draft for the stored value %p',
    (stored) => {
      const drafts = memoryDrafts();
      drafts.storage.set('draft', stored);
      expect(drafts.read(7).text).toBe('');
    },
  );
});
