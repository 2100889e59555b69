/** SignalR's transports, by the names that negotiate offers. */
export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** The server's side of one client's transport. */
export interface Transport {
  readonly name: TransportName;
  /** Sends raw text, which may hold several records or part of one. */
  send(text: string): void;
  /** Closes after everything sent was delivered; only WebSockets carry the code. */
  end(code?: number): void;
  /** Destroys the socket. */
  terminate(): void;
}
