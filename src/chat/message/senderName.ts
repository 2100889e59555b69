import { OPERATOR_ID } from '../../contract/constants';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';

/** Returns the name of a sender other than the user, for screen readers. */
export const senderName = (fromUserId: number): string =>
  fromUserId === OPERATOR_ID ? chatStrings.operator : strings.support;
