import fc from 'fast-check';
import { addAllReceived } from '../../../src/messages/addReceived';
import type { Entry } from '../../../src/messages/entries';
import { messagesSlice } from '../../../src/messages/messagesSlice';
import { initialState, type MessagesState } from '../../../src/messages/messagesState';
import { areNew, totalsOf } from '../../../src/messages/totals';
import { messagesReceived } from '../../../src/provider/hub';
import { entry } from '../../support/entry';
import { incoming, own } from '../../support/messages';

const NEXT_KEY = 100;
const TIMES = [
  '2026-03-05T09:00:00.000Z',
  '2026-03-05T10:00:00.000Z',
  '2026-03-05T11:00:00.000Z',
  null,
];

interface Draft {
  isOwn: boolean;
  text: string;
  timestamp: string | null;
}

const drafts = fc.record({
  isOwn: fc.boolean(),
  text: fc.constantFrom('a', 'b'),
  timestamp: fc.constantFrom(...TIMES),
});
const read = ({ isOwn, text, timestamp }: Draft) =>
  isOwn ? own({ text, timestamp }) : incoming({ text, timestamp });

/** Entries as they can be there; only own messages are posted. */
const entries = fc
  .array(
    fc.record({
      draft: drafts,
      origin: fc.constantFrom<Entry['origin'][]>('unanswered', 'sent', 'history', 'live'),
      postedAt: fc.option(fc.constantFrom(...TIMES), { nil: undefined }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ draft, origin, postedAt }, key): Entry => {
      if (!draft.isOwn) return entry(key, read(draft), origin === 'live' ? 'live' : 'history');
      return { ...entry(key, read(draft), origin), ...(postedAt !== undefined && { postedAt }) };
    }),
  );

const stateWith = (list: Entry[]): MessagesState => ({
  ...initialState,
  userId: 7,
  entries: list,
  totals: totalsOf(list, 7),
  nextKey: NEXT_KEY,
});

test('several messages at once are what they are one after the other, and so are their totals', () => {
  let short = 0;
  fc.assert(
    fc.property(entries, fc.array(drafts, { maxLength: 6 }), (there, arrived) => {
      const messages = arrived.map(read);
      const state = messagesSlice.reducer(stateWith(there), messagesReceived(messages));
      const oneByOne = messages.reduce(
        (list, message, index) => addAllReceived(list, [message], 7, NEXT_KEY + index),
        there,
      );
      expect(state.entries).toEqual(oneByOne);
      expect(state.totals).toEqual(totalsOf(oneByOne, 7));
      if (messages.length > 0 && areNew(messages, totalsOf(there, 7), 7)) short += 1;
    }),
    { numRuns: 5000 },
  );
  // As many have gone the short way as are needed to know that it leads to the same.
  expect(short).toBeGreaterThan(50);
});
