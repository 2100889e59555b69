import type { Switches } from '../switches';
import type { Slot, Slots } from './slots';
import type { TransportName } from './transport';

const FORMATS: Readonly<Record<TransportName, readonly string[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** Answers a negotiation: a place on the hub and the transports to reach it. */
export function negotiate(
  slots: Slots,
  switches: Switches,
  customerId: number,
  requestedVersion: string | null,
): object {
  if (switches.redirect) return switches.redirect;
  if (!/^-?\d+$/.test(requestedVersion ?? '0')) {
    return { error: 'The client requested a non-integer protocol version.' };
  }
  const version = Math.min(Number(requestedVersion ?? '0'), 1);
  if (version < 0) {
    const requested = `The client requested version '${version}'`;
    return { error: `${requested}, but the server does not support this version.` };
  }
  const slot = slots.give(customerId, version);
  return { negotiateVersion: version, ...place(slot, version), ...offer(switches.transports) };
}

function place({ id, token }: Slot, version: number): object {
  return version > 0 ? { connectionId: id, connectionToken: token } : { connectionId: id };
}

function offer(transports: readonly TransportName[]): object {
  const availableTransports = transports.map((transport) => ({
    transport,
    transferFormats: FORMATS[transport],
  }));
  return { availableTransports };
}
