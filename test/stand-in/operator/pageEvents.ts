import type { Context } from '../context';
import type { ChatMessage } from '../state/message';
import type { Operator } from './operator';

/** A customer as the operator page shows them. */
interface CustomerView {
  readonly id: number;
  readonly username: string;
  readonly isOnline: boolean;
  readonly isManual: boolean;
  readonly messages: readonly ChatMessage[];
}

/** An event of the operator page's event stream. */
export type PageEvent =
  | { kind: 'customer'; customer: CustomerView }
  | { kind: 'message'; customerId: number; message: ChatMessage; isLiveOnly: boolean }
  | { kind: 'typing'; customerId: number };

/**
 * Sends the current customers to the operator page, then every change.
 * @returns a function that unsubscribes
 */
export function subscribePage(
  { conversations, hub }: Context,
  operator: Operator,
  send: (event: PageEvent) => void,
): () => void {
  const sendCustomer = (id: number): void => {
    const customer = conversations.customers().find((one) => one.id === id);
    if (!customer) return;
    const isOnline = hub.connections(id).length > 0;
    const isManual = operator.isManual(id);
    const messages = conversations.of(id);
    send({ kind: 'customer', customer: { ...customer, isOnline, isManual, messages } });
  };
  const onMessage = (customerId: number, message: ChatMessage): void =>
    send({ kind: 'message', customerId, message, isLiveOnly: false });
  const onLiveMessage = (customerId: number, message: ChatMessage): void => {
    // The client posts a message before it invokes SendMessage, so the page usually shows it.
    const isStored = conversations.of(customerId).some((stored) => hasSameContent(stored, message));
    if (!isStored) send({ kind: 'message', customerId, message, isLiveOnly: true });
  };
  const onTyping = (customerId: number): void => send({ kind: 'typing', customerId });
  const onCustomer = ({ id }: { id: number }): void => sendCustomer(id);

  conversations.customers().forEach(onCustomer);
  conversations.events.on('customer', onCustomer).on('stored', onMessage);
  hub.events.on('presence', sendCustomer).on('message', onLiveMessage).on('typing', onTyping);
  operator.events.on('mode', sendCustomer);
  return () => {
    conversations.events.off('customer', onCustomer).off('stored', onMessage);
    hub.events.off('presence', sendCustomer).off('message', onLiveMessage).off('typing', onTyping);
    operator.events.off('mode', sendCustomer);
  };
}

const hasSameContent = (a: ChatMessage, b: ChatMessage): boolean =>
  a.fromUserId === b.fromUserId && a.text === b.text && a.imageUrl === b.imageUrl;
