import { createHub } from '../../src/provider/signalr';
import { makeHubStore } from './hubStore';
import { tokenOf } from './jwt';
import { MemoryHub } from './memoryHub';
import { memoryTokens } from './memoryStorage';
import type { Middleware } from '@reduxjs/toolkit';

export const HOST = 'https://chat.example.az';

/** The live channel of a store with SignalR's real client, connected to a hub in memory. */
export function makeMemoryChat({
  inner,
  nextFrame,
}: { inner?: Middleware; nextFrame?: (callback: () => void) => void } = {}) {
  const hub = new MemoryHub();
  const tokens = memoryTokens(tokenOf(7));
  const now = () => Date.now();
  const createMemoryHub: Parameters<typeof makeHubStore>[0] = (userId, events) =>
    Promise.resolve().then(() =>
      createHub({ host: HOST, tokens, now }, userId, events, hub.overrides()),
    );
  return { ...makeHubStore(createMemoryHub, tokens, inner, nextFrame), hub, tokens };
}
