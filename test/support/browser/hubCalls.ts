import type { Provider } from '../../stand-in/provider';

/** The arguments of every invocation of a hub method, in order. */
export function hubCalls(provider: Provider, method: string): (readonly unknown[])[] {
  return provider.ledger
    .of('invocation')
    .filter(({ target }) => target === method)
    .map((entry) => entry.arguments);
}
