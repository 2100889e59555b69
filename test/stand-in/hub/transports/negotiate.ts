import type { Switches } from '../../control/switches';
import type { ConnectionSlots } from '../connectionSlots';
import type { TransportName } from './transport';

const FORMATS: Readonly<Record<TransportName, readonly string[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The response to negotiate: a reserved connection id and the offered transports. */
export function negotiate(slots: ConnectionSlots, switches: Switches, customerId: number): object {
  if (switches.redirect) return switches.redirect;
  const { id, token } = slots.reserve(customerId);
  const availableTransports = switches.transports.map((transport) => ({
    transport,
    transferFormats: FORMATS[transport],
  }));
  return { negotiateVersion: 1, connectionId: id, connectionToken: token, availableTransports };
}
