import { boundedFetch, MAX_IGNORED_TIME } from '../../../src/services/boundedFetch';
import { startEndlessServer } from '../../support/fakes/endlessServer';
import { useRestServer } from '../../support/fakes/restServer';
import { advanceTime, useFakeClock } from '../../support/time/clock';

const MEGABYTE = 1_000_000;

useFakeClock();
const rest = useRestServer();
let server: Awaited<ReturnType<typeof startEndlessServer>>;

beforeEach(async () => {
  server = await startEndlessServer();
});
afterEach(() => server.stop());

describe('boundedFetch', () => {
  test('resolves with status and text', async () => {
    rest().responses.send = { status: 201, body: 'Salam, ə' };
    await expect(boundedFetch(rest().host, {}, false)).resolves.toEqual({
      ok: true,
      status: 201,
      statusText: 'Created',
      text: 'Salam, ə',
    });
  });

  test('resolves without a text if the response is an error', async () => {
    rest().responses.send = { status: 500, body: 'a stack trace' };
    const response = await boundedFetch(rest().host, {}, false);
    expect(response).toMatchObject({ ok: false, status: 500, text: '' });
  });

  test('rejects when a body is too long, and closes its connection', async () => {
    const rejection = expect(boundedFetch(server.url, {}, false)).rejects.toThrow('too long');
    await server.opened;
    server.writeBody();
    await rejection;
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(60 * MEGABYTE);
  });

  test('closes the connection of a body when the signal aborts', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const rejection = expect(boundedFetch(server.url, { signal }, false)).rejects.toThrow();
    await server.opened;
    controller.abort();
    await rejection;
    await server.closed;
  });

  describe('with an ignored body', () => {
    test('closes the connection of a body that is too long', async () => {
      await expect(boundedFetch(server.url, {}, true)).resolves.toMatchObject({ status: 200 });
      server.writeBody();
      await server.closed;
      expect(server.bytesSent()).toBeLessThan(10 * MEGABYTE);
    });

    test('closes the connection of a body that takes too long', async () => {
      await boundedFetch(server.url, {}, true);
      await advanceTime(MAX_IGNORED_TIME);
      await server.closed;
    });

    test('reads a short body to its end and leaves no timer, so that the connection is reused', async () => {
      rest().responses.send = { body: 'OK'.repeat(1_000) };
      for (let count = 0; count < 3; count += 1) {
        await boundedFetch(rest().host, {}, true);
        while (jest.getTimerCount() > 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const ports = rest().requests.map(({ clientPort }) => clientPort);
      expect(ports).toHaveLength(3);
      expect(new Set(ports).size).toBe(1);
    });
  });
});
