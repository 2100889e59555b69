import {
  RAW_TRANSPORTS,
  RECORD_END,
  type RawHub,
  type Session,
} from '../../support/contract/clients';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
import type { Host } from '../../support/deployment/host';

const records = (...all: object[]) => all.map((one) => JSON.stringify(one) + RECORD_END).join('');
/** More characters than the hub sends: reads until the connection ends. */
const UNTIL_END = 10_000;

for (const [transport, open] of Object.entries(RAW_TRANSPORTS)) {
  test.describe(`Hub over ${transport}`, () => {
    const shakeHands = async (host: Host, customer: Session): Promise<RawHub> => {
      const hub = await open(host, customer);
      await hub.send(records({ protocol: 'json', version: 1 }));
      return hub;
    };
    const connect = async (host: Host, customer: Session): Promise<RawHub> => {
      const hub = await shakeHands(host, customer);
      expect(await hub.hear(3)).toBe(records({}));
      await expect.poll(() => host.control.connections()).toHaveLength(1);
      return hub;
    };

    test('sends Close without allowReconnect when a connection is aborted', async ({
      host,
      customer,
    }) => {
      const hub = await connect(host, customer);
      await host.control.abort();
      expect(await hub.hear(UNTIL_END)).toBe(records({ type: 7 }));
    });

    test('sends Close right after the handshake when OnConnectedAsync throws', async ({
      host,
      customer,
    }) => {
      await host.control.throwIn('OnConnectedAsync');
      const hub = await shakeHands(host, customer);
      const closed = { type: 7, error: 'Connection closed with an error.' };
      expect(await hub.hear(UNTIL_END)).toBe(records({}, closed));
    });

    test('sends Close on shutdown to long polling at most', async ({ host, customer }) => {
      const hub = await connect(host, customer);
      await host.shutDown();
      const close = records({ type: 7, allowReconnect: true });
      // A pending poll may receive Close; WebSockets and server-sent events are just dropped.
      const endings = transport === 'LongPolling' ? ['', close] : [''];
      expect(endings).toContain(await hub.hear(UNTIL_END));
    });

    test('sends an error without its reason when a method throws', async ({ host, customer }) => {
      await host.control.throwIn('SendTyping');
      const hub = await connect(host, customer);
      const call = { type: 1, invocationId: '0', target: 'SendTyping', arguments: [2, 1] };
      await hub.send(records(call));
      const error = "An unexpected error occurred invoking 'SendTyping' on the server.";
      const completion = records({ type: 3, invocationId: '0', error });
      expect(await hub.hear(completion.length)).toBe(completion);
      hub.leave();
    });
  });
}
