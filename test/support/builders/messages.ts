import type { Message } from '../../../src/conversation/message';

const base: Message = {
  fromUserId: 1,
  toUserId: 7,
  text: 'Salam',
  imageUrl: null,
  timestamp: '2026-03-05T10:00:00.000Z',
};

/** A message from the operator to user 7. */
export const incoming = (changes: Partial<Message> = {}): Message => ({ ...base, ...changes });

/** A message from user 7 to the operator. */
export const own = (changes: Partial<Message> = {}): Message => ({
  ...base,
  fromUserId: 7,
  toUserId: 1,
  ...changes,
});
