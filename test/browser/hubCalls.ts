import type { Provider } from '../provider/provider';

/** The arguments of each call of a hub method, in order. */
export function hubCalls(provider: Provider, target: string): (readonly unknown[])[] {
  return provider.ledger
    .of('invocation')
    .filter((entry) => entry.target === target)
    .map((entry) => entry.arguments);
}
