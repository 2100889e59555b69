import { createDraftStore } from '../../../src/common/draft';
import { memoryDrafts } from '../../support/memoryStorage';

test('a draft is read again by its user, and by nobody else', () => {
  const drafts = memoryDrafts();
  drafts.save(7, 'Salam,\nmən');
  expect(drafts.read(7)).toBe('Salam,\nmən');
  expect(drafts.read(8)).toBe('');
});

test('the later one takes the place of the former, and an empty one leaves nothing', () => {
  const drafts = memoryDrafts();
  drafts.save(7, 'a');
  drafts.save(8, 'b');
  expect(drafts.read(7)).toBe('');
  expect(drafts.read(8)).toBe('b');
  drafts.save(8, '');
  expect(drafts.storage.size).toBe(0);
});

test('nothing is left after clearing', () => {
  const drafts = memoryDrafts();
  drafts.save(7, 'a');
  drafts.clear();
  expect(drafts.read(7)).toBe('');
  expect(drafts.storage.size).toBe(0);
});

test.each(['', 'x', 'null', '[]', '7', '{"userId":7}', '{"userId":7,"text":5}', '{"text":"a"}'])(
  'what is stored as %p is no draft',
  (stored) => {
    const drafts = memoryDrafts();
    drafts.storage.set('draft', stored);
    expect(drafts.read(7)).toBe('');
  },
);

test('a storage that is full keeps nothing rather than an older draft', () => {
  const values = new Map<string, string>();
  const drafts = createDraftStore({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > 30) throw new Error('full');
      values.set(key, value);
    },
    removeItem: (key) => values.delete(key),
  });
  drafts.save(7, 'a');
  drafts.save(7, 'a'.repeat(100));
  expect(drafts.read(7)).toBe('');
});
