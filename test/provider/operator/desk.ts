import type { Context } from '../context';
import type { ChatMessage } from '../message';
import type { Operator } from './operator';

/** One customer as the operator's page shows them. */
interface DeskCustomer {
  readonly id: number;
  readonly username: string;
  readonly isOnline: boolean;
  readonly isTaken: boolean;
  readonly messages: readonly ChatMessage[];
}

/** What the operator's page is told, live. */
export type DeskEvent =
  | { kind: 'customer'; customer: DeskCustomer }
  | { kind: 'message'; customerId: number; message: ChatMessage; isLiveOnly: boolean }
  | { kind: 'typing'; customerId: number };

/** Tells the operator's page everything from now on, after what there is already. */
export function watchDesk(
  { conversations, hub }: Context,
  operator: Operator,
  tell: (event: DeskEvent) => void,
): () => void {
  const tellCustomer = (id: number): void => {
    const customer = conversations.customers().find((one) => one.id === id);
    if (!customer) return;
    const isOnline = hub.connections(id).length > 0;
    const isTaken = operator.isTaken(id);
    const messages = conversations.of(id);
    tell({ kind: 'customer', customer: { ...customer, isOnline, isTaken, messages } });
  };
  const onMessage = (customerId: number, message: ChatMessage): void =>
    tell({ kind: 'message', customerId, message, isLiveOnly: false });
  const onLiveMessage = (customerId: number, message: ChatMessage): void => {
    // As a rule the same message has been posted before, and is on the page already.
    const isStored = conversations.of(customerId).some((stored) => isSame(stored, message));
    if (!isStored) tell({ kind: 'message', customerId, message, isLiveOnly: true });
  };
  const onTyping = (customerId: number): void => tell({ kind: 'typing', customerId });
  const onCustomer = ({ id }: { id: number }): void => tellCustomer(id);

  conversations.customers().forEach(onCustomer);
  conversations.events.on('customer', onCustomer).on('stored', onMessage);
  hub.events.on('presence', tellCustomer).on('message', onLiveMessage).on('typing', onTyping);
  operator.events.on('taken', tellCustomer);
  return () => {
    conversations.events.off('customer', onCustomer).off('stored', onMessage);
    hub.events.off('presence', tellCustomer).off('message', onLiveMessage).off('typing', onTyping);
    operator.events.off('taken', tellCustomer);
  };
}

const isSame = (a: ChatMessage, b: ChatMessage): boolean =>
  a.fromUserId === b.fromUserId && a.text === b.text && a.imageUrl === b.imageUrl;
