import { memoryDrafts } from '../../support/fakes/memoryStorage';

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

  test.each(['', 'x', 'null', '[]', '7', '{"userId":7}', '{"userId":7,"text":5}', '{"text":"a"}'])(
    'returns an empty draft for the stored value %p',
    (stored) => {
      const drafts = memoryDrafts();
      drafts.storage.set('draft', stored);
      expect(drafts.read(7).text).toBe('');
    },
  );
});
