/**
 * Returns a WebSocket class whose instances close if they are still CONNECTING when `ended` aborts.
 * SignalR would wait for such a socket. A browser connects only one socket to a host at a time, so
 * the next attempt would wait for it too.
 */
export function abortableWebSocket(Socket: typeof WebSocket, ended: AbortSignal) {
  return class extends Socket {
    constructor(url: string) {
      super(url);
      const end = () => {
        if (this.readyState === Socket.CONNECTING) this.close();
      };
      ended.addEventListener('abort', end);
      if (ended.aborted) end();
    }
  };
}
