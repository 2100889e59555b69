import { OPERATOR_ID } from '../../contract/constants';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';

/** Returns the name of a sender. @param userId the user, whose name is `Siz` */
export function senderName(fromUserId: number, userId?: number): string {
  if (fromUserId === userId) return chatStrings.you;
  return fromUserId === OPERATOR_ID ? chatStrings.operator : strings.support;
}
