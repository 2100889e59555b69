import { RAW_TRANSPORTS, RECORD_END, type RawHub } from '../contract/rawHub';
import type { Session } from '../contract/target';
import { expect, test } from './fixtures';
import type { Host } from './host';

const records = (...all: object[]) => all.map((one) => JSON.stringify(one) + RECORD_END).join('');
const FOR_EVER = 10_000;

for (const [transport, open] of Object.entries(RAW_TRANSPORTS)) {
  test.describe(`over ${transport}`, () => {
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

    test('a connection that is aborted is closed without leave to reconnect', async ({
      host,
      customer,
    }) => {
      const hub = await connect(host, customer);
      await host.control.abort();
      expect(await hub.hear(FOR_EVER)).toBe(records({ type: 7 }));
    });

    test('an OnConnectedAsync that throws closes right behind the handshake', async ({
      host,
      customer,
    }) => {
      await host.control.throwIn('OnConnectedAsync');
      const hub = await shakeHands(host, customer);
      const closed = { type: 7, error: 'Connection closed with an error.' };
      expect(await hub.hear(FOR_EVER)).toBe(records({}, closed));
    });

    test('a shutdown says goodbye to polls at best', async ({ host, customer }) => {
      const hub = await connect(host, customer);
      await host.shutDown();
      const goodbye = records({ type: 7, allowReconnect: true });
      // A poll hears it if it is quick enough; the other wires are just cut.
      const ends = transport === 'LongPolling' ? ['', goodbye] : [''];
      expect(ends).toContain(await hub.hear(FOR_EVER));
    });

    test('a method that throws says nothing of why', async ({ host, customer }) => {
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
