import { plainTextOf } from '../../contract/message';
import { plainText } from '../../contract/plainText';
import { isPostedBy, type Entry } from './entry';

/** Returns whether the list has the own message that was posted at this instant. */
export const hasPosted = (entries: Entry[], fromUserId: number, timestamp: string) =>
  entries.some((entry) => isPostedBy(entry, { fromUserId, timestamp }));

/** Returns the number of own messages with this text. */
export function countOwnCopies(entries: Entry[], userId: number, text: string): number {
  const plain = plainText(text);
  return entries.filter(
    ({ message }) =>
      message.fromUserId === userId && message.text !== null && plainTextOf(message) === plain,
  ).length;
}
