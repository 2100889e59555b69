import type { Entry } from '../../../../src/conversation/entries';
import { type ListSnapshot, followAbsence, noAbsence } from '../../../../src/chat/list/newMessages';
import { entry, incoming, own } from '../../../support/builders/builders';

const message = (key: number, origin: Entry['origin'] = 'live') => entry(key, incoming(), origin);
const SEEN = [message(0, 'history'), message(1, 'history')];

/** Follows a customer from one snapshot to the next. @returns the key of the first new message */
function firstNewKey(...steps: Partial<ListSnapshot>[]): number | null {
  let snapshot: ListSnapshot = {
    entries: SEEN,
    hasHistory: true,
    isPageHidden: false,
    hasUnread: false,
    userId: 7,
  };
  let absence = followAbsence(noAbsence, snapshot);
  for (const step of steps) {
    snapshot = { ...snapshot, ...step };
    absence = followAbsence(absence, snapshot);
  }
  return absence.firstNewKey;
}

const HIDE = { isPageHidden: true, hasUnread: false };
const SHOW = { isPageHidden: false, hasUnread: false };
const arrives = (...added: Entry[]) => ({ entries: [...SEEN, ...added], hasUnread: true });

describe('followAbsence', () => {
  test('finds the first message that arrives while the page is hidden', () => {
    const arrivals = [arrives(message(2)), arrives(message(2), message(3))];
    expect(firstNewKey(HIDE, ...arrivals)).toBe(2);
    expect(firstNewKey(HIDE, ...arrivals, SHOW)).toBe(2);
  });

  test('finds a message that the history brings after the page is shown', () => {
    const shown = { ...arrives(message(2, 'history')), hasUnread: false };
    expect(firstNewKey(HIDE, SHOW, shown)).toBe(2);
  });

  test('finds a missed message before a live one', () => {
    const missed = arrives(message(3, 'history'), message(2));
    expect(firstNewKey(HIDE, arrives(message(2)), missed)).toBe(3);
  });

  test('finds no live message that arrives while the page is shown', () => {
    const shown = { ...arrives(message(2)), hasUnread: false };
    expect(firstNewKey(shown)).toBeNull();
    expect(firstNewKey(HIDE, SHOW, shown)).toBeNull();
  });

  test('finds no message of the first history', () => {
    const loading = { entries: [], hasHistory: false };
    const loaded = { entries: SEEN, hasHistory: true };
    expect(firstNewKey(loading, HIDE, loaded)).toBeNull();
    expect(firstNewKey(loading, HIDE, { ...loaded, hasUnread: true })).toBeNull();
    expect(firstNewKey(loading, HIDE, SHOW, loaded)).toBeNull();
  });

  test('finds no message that another tab has shown', () => {
    const shownElsewhere = { hasUnread: false };
    expect(firstNewKey(HIDE, arrives(message(2)), shownElsewhere, SHOW)).toBeNull();
    const next = arrives(message(2), message(3));
    expect(firstNewKey(HIDE, arrives(message(2)), shownElsewhere, next, SHOW)).toBe(3);
  });

  test('keeps the message until the customer sends one', () => {
    const before = [HIDE, arrives(message(2)), SHOW];
    const entries = [...SEEN, message(2), message(3)];
    expect(firstNewKey(...before, { entries })).toBe(2);
    expect(firstNewKey(...before, { entries }, HIDE, SHOW)).toBe(2);
    const sent = [...entries, entry(4, own(), 'sent')];
    expect(firstNewKey(...before, { entries }, { entries: sent })).toBeNull();
  });

  test('finds only what follows a message that the customer sent on another device', () => {
    const sent = entry(3, own(), 'live');
    const before = [HIDE, arrives(message(2)), arrives(message(2), sent)];
    expect(firstNewKey(...before)).toBeNull();
    expect(firstNewKey(...before, arrives(message(2), sent, message(4)), SHOW)).toBe(4);
  });

  test('finds the first message of the latest absence that brought one', () => {
    const entries = [...SEEN, message(2), message(3)];
    expect(firstNewKey(HIDE, arrives(message(2)), SHOW, HIDE, { entries, hasUnread: true })).toBe(
      3,
    );
  });

  test('returns the same absence if nothing changes', () => {
    const snapshot = {
      entries: SEEN,
      hasHistory: true,
      isPageHidden: true,
      hasUnread: false,
      userId: 7,
    };
    const absence = followAbsence(noAbsence, snapshot);
    expect(followAbsence(absence, { ...snapshot })).toBe(absence);
    expect(followAbsence(noAbsence, { ...snapshot, isPageHidden: false })).toBe(noAbsence);
  });
});
