import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Finds free loopback ports. Keeps each port open until the last one is found, because the system
 * may assign a closed port again. All ports are closed on return.
 * @returns the port number for each name, all different
 */
export async function freePorts<Name extends string>(
  ...names: Name[]
): Promise<Record<Name, number>> {
  const held = names.map((name) => ({ name, server: createServer().listen(0, '127.0.0.1') }));
  await Promise.all(held.map(({ server }) => once(server, 'listening')));
  const ports = held.map(({ name, server }) => [name, (server.address() as AddressInfo).port]);
  for (const { server } of held) server.close();
  await Promise.all(held.map(({ server }) => once(server, 'close')));
  return Object.fromEntries(ports) as Record<Name, number>;
}
