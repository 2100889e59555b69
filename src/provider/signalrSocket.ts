/**
 * WebSockets that are closed where they still open when `ended` is aborted. SignalR waits for them, and
 * a browser opens one to a host at a time: the next attempt would hang behind the one that was given up.
 */
export function endable(Socket: typeof WebSocket, ended: AbortSignal) {
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
