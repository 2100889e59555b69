/** The transports of the stand-in, by the names that negotiate offers. */
export type TransportName = 'WebSockets' | 'ServerSentEvents';

/** The server's side of one client's transport. */
export interface Transport {
  readonly name: TransportName;
  /** Sends the text of a record. */
  send(text: string): void;
  /** Closes after everything sent was delivered. */
  end(): void;
  /** Destroys the socket. */
  terminate(): void;
}

/** The last character of every record. */
export const SEPARATOR = '\x1e';

/** Writes a record with its separator. */
export const toRecord = (fields: object): string => JSON.stringify(fields) + SEPARATOR;
