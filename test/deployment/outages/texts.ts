/** Returns a text that no other message has. The text begins with the customer's id. */
export const textOf = (
  customerId: number,
  author: 'operator' | 'customer',
  count: number,
): string => `${customerId} ${author} ${count}`;

/** Returns whether a text was written in another customer's conversation. */
export const isForeign = (customerId: number, text: string | null): boolean =>
  text?.startsWith(`${customerId} `) !== true;
