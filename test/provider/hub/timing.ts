/** How long the hub waits, in milliseconds. */
export interface HubTiming {
  /** For the handshake of a new connection. */
  handshake: number;
  /** After the last thing sent, until a ping. */
  keepAlive: number;
  /** For anything from a client, before it is given up. */
  clientTimeout: number;
  /** For something to say to a poll, before an empty answer. */
  poll: number;
  /** For the next poll, or for a negotiated connection's first request. */
  disconnect: number;
}

/** What ASP.NET Core does when nothing is configured. */
export const ASPNET_TIMING: HubTiming = {
  handshake: 15_000,
  keepAlive: 15_000,
  clientTimeout: 30_000,
  poll: 90_000,
  disconnect: 15_000,
};
