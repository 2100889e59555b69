import type { Switches } from '../../control/switches';
import { isInt32 } from '../../json/parseJson';
import type { ConnectionSlot, ConnectionSlots } from '../connectionSlots';
import type { TransportName } from './transport';

const FORMATS: Readonly<Record<TransportName, readonly string[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The response to negotiate: a reserved connection id and the offered transports. */
export function negotiate(
  slots: ConnectionSlots,
  switches: Switches,
  customerId: number,
  requestedVersion: string | null,
): object {
  if (switches.redirect) return switches.redirect;
  const requested = requestedVersion ?? '0';
  if (!/^\s*[+-]?\d+\s*$/.test(requested) || !isInt32(Number(requested))) {
    return { error: 'The client requested a non-integer protocol version.' };
  }
  const version = Math.min(Number(requested), 1);
  if (version < 0) {
    const text = `The client requested version '${version}'`;
    return { error: `${text}, but the server does not support this version.` };
  }
  const slot = slots.reserve(customerId, version);
  return { negotiateVersion: version, ...idsOf(slot, version), ...offer(switches.transports) };
}

function idsOf({ id, token }: ConnectionSlot, version: number): object {
  return version > 0 ? { connectionId: id, connectionToken: token } : { connectionId: id };
}

function offer(transports: readonly TransportName[]): object {
  const availableTransports = transports.map((transport) => ({
    transport,
    transferFormats: FORMATS[transport],
  }));
  return { availableTransports };
}
