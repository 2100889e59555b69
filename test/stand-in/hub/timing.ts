/** The hub's timeouts and intervals, in ms. */
export interface HubTiming {
  /** Timeout of a new connection's handshake. */
  handshake: number;
  /** Interval of the heartbeat, which checks `keepAlive` and `clientTimeout`. */
  heartbeat: number;
  /** Time since the last ping after which the next heartbeat sends a ping. */
  keepAlive: number;
  /** Time without a record from the client after which the next heartbeat closes the connection. */
  clientTimeout: number;
  /** Time after which a poll without data gets an empty response. */
  poll: number;
  /** Timeout for the next poll, or for the first request after negotiate. */
  disconnect: number;
}

/** ASP.NET Core's defaults. The heartbeat makes the pings 15 to 16 s apart. */
export const ASPNET_TIMING: HubTiming = {
  handshake: 15_000,
  heartbeat: 1_000,
  keepAlive: 15_000,
  clientTimeout: 30_000,
  poll: 90_000,
  disconnect: 15_000,
};
