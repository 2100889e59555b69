import { OPERATOR_ID } from '../../shared/constants';
import { chatStrings } from '../../shared/chatStrings';
import { strings } from '../../shared/strings';

/** Returns the name of a sender other than the user, for screen readers. */
export const senderName = (fromUserId: number): string =>
  fromUserId === OPERATOR_ID ? chatStrings.operator : strings.support;
