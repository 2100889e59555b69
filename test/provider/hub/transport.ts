/** The three ways of ASP.NET Core SignalR, by the names that negotiate offers. */
export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** The wire under one connection, as the connection sees it. */
export interface Transport {
  readonly name: TransportName;
  /** Sends text as it is, whole records or not. */
  send(text: string): void;
  /** Ends in good order, after what was sent; a code is for WebSockets only. */
  end(code?: number): void;
  /** Cuts the wire. */
  terminate(): void;
}
