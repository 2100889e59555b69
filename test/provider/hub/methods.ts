import type { ChatMessage } from '../message';
import { readDraft } from '../draft';
import { Refusal } from '../problem';

/** What the hub does when its methods are called. */
export interface HubMethods {
  sendMessage(customerId: number, message: ChatMessage): void;
  sendTyping(customerId: number): void;
}

/** An invocation that did not work out, in ASP.NET Core's words. */
export class InvocationError extends Error {}

/** Calls a hub method, by its name in any case, with what the client sent. */
export function callMethod(
  methods: HubMethods,
  customerId: number,
  target: string,
  args: readonly unknown[],
): void {
  const name = target.toLowerCase();
  if (name === 'sendmessage') {
    const [message] = bind(target, args, [isFields]);
    methods.sendMessage(customerId, read(target, message as object | null, customerId));
  } else if (name === 'sendtyping') {
    const [senderId] = bind(target, args, [isInteger, isInteger]);
    if (senderId !== customerId) throw thrown(target, 'The sender is not the caller.');
    methods.sendTyping(customerId);
  } else {
    throw new InvocationError(`${failed(target)} HubException: Method does not exist.`);
  }
}

const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isFields = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);
const failed = (target: string): string =>
  `Failed to invoke '${target}' due to an error on the server.`;
const thrown = (target: string, message: string): InvocationError =>
  new InvocationError(
    `An unexpected error occurred invoking '${target}' on the server. HubException: ${message}`,
  );

function bind(
  target: string,
  args: readonly unknown[],
  checks: readonly ((value: unknown) => boolean)[],
): readonly unknown[] {
  const fits = args.length === checks.length && checks.every((check, i) => check(args[i]));
  if (!fits) throw new InvocationError(failed(target));
  return args;
}

function read(target: string, message: object | null, customerId: number): ChatMessage {
  if (message === null) throw thrown(target, 'The message is missing.');
  const fields = Object.entries(message).map(([key, value]) => [key.toLowerCase(), value] as const);
  try {
    return readDraft(Object.fromEntries(fields), customerId, false);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 400) throw new InvocationError(failed(target));
    throw thrown(target, 'The message is not the caller’s own.');
  }
}
