import fc from 'fast-check';
import { addReceived } from '../../../src/conversation/addReceived';
import type { Entry } from '../../../src/conversation/entries';
import { messagesSlice } from '../../../src/chat/messagesSlice';
import { initialState, type MessagesState } from '../../../src/chat/messagesState';
import { cannotBeDuplicates, countTotals } from '../../../src/conversation/totals';
import { receivedByUser7, entry, incoming, own } from '../../support/builders/builders';

const NEXT_KEY = 100;
const TIMES = [
  '2026-03-05T09:00:00.000Z',
  '2026-03-05T10:00:00.000Z',
  '2026-03-05T11:00:00.000Z',
  null,
];

interface Fields {
  isOwn: boolean;
  text: string;
  timestamp: string | null;
}

const fields = fc.record({
  isOwn: fc.boolean(),
  text: fc.constantFrom('a', 'b'),
  timestamp: fc.constantFrom(...TIMES),
});
const toMessage = ({ isOwn, text, timestamp }: Fields) =>
  isOwn ? own({ text, timestamp }) : incoming({ text, timestamp });

/** Lists that can occur: only own messages can be pending or sent. */
const entries = fc
  .array(
    fc.record({
      message: fields.map(toMessage),
      origin: fc.constantFrom<Entry['origin'][]>('pending', 'sent', 'history', 'live'),
      postedAt: fc.option(fc.constantFrom(...TIMES), { nil: undefined }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ message, origin, postedAt }, key): Entry => {
      if (message.fromUserId === 1)
        return entry(key, message, origin === 'live' ? 'live' : 'history');
      return { ...entry(key, message, origin), ...(postedAt !== undefined && { postedAt }) };
    }),
  );

const stateWith = (list: Entry[]): MessagesState => ({
  ...initialState,
  entries: list,
  totals: countTotals(list, 7),
  nextKey: NEXT_KEY,
});

describe('addLiveMessages', () => {
  test('gives the same list and totals as adding the messages one by one', () => {
    let appended = 0;
    fc.assert(
      fc.property(entries, fc.array(fields, { maxLength: 6 }), (before, received) => {
        const messages = received.map(toMessage);
        const state = messagesSlice.reducer(stateWith(before), receivedByUser7(...messages));
        const oneByOne = messages.reduce(
          (list, message, index) => addReceived(list, [message], 7, NEXT_KEY + index),
          before,
        );
        expect(state.entries).toEqual(oneByOne);
        expect(state.totals).toEqual(countTotals(oneByOne, 7));
        if (messages.length > 0 && cannotBeDuplicates(messages, countTotals(before, 7), 7))
          appended += 1;
      }),
      { numRuns: 5000 },
    );
    // Enough runs have appended without a search, so that both ways are compared.
    expect(appended).toBeGreaterThan(50);
  });
});
