import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import { makeHubStore } from './hubStore';
import { tokenOf } from '../builders/jwt';
import { MemoryHub } from '../fakes/memoryHub';
import { memoryTokens } from '../fakes/memoryStorage';
import type { Middleware } from '@reduxjs/toolkit';

export const HOST = 'https://chat.example.az';

/**
 * Creates a store with the hub middleware. SignalR's client is real; the hub is in memory.
 * @param inner see `makeHubStore`
 */
export function makeMemoryChat({
  inner,
  nextFrame,
}: { inner?: Middleware; nextFrame?: (callback: () => void) => void } = {}) {
  const hub = new MemoryHub();
  const tokens = memoryTokens(tokenOf(7));
  const uptime = () => Date.now();
  const createMemoryHub: Parameters<typeof makeHubStore>[0] = (userId, events) =>
    Promise.resolve().then(() =>
      createHubClient({ host: HOST, tokens, uptime }, userId, events, hub.overrides()),
    );
  return { ...makeHubStore(createMemoryHub, tokens, inner, nextFrame), hub, tokens };
}
