import {
  pageCameOnline,
  pageHidden,
  pageShown,
  pageWentOffline,
} from '../../../src/shared/pageEvents';
import {
  chatClosed,
  chatOpened,
  messageAccepted,
  keystrokeTyped,
  retryRequested,
} from '../../../src/realtime/hubActions';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';
import {
  failsToStart,
  FakeHubClients,
  rejectsToken,
  startsAndStops,
} from '../../support/fakes/fakeHubClient';
import { makeHubStore } from '../../support/stores/makeChat';
import { FAILED_CONNECTION, captureConsole } from '../../support/console/captureConsole';
import { incoming, own, receivedByUser7 } from '../../support/builders/builders';

useFakeClock();
captureConsole(FAILED_CONNECTION);

/** Opens a chat on a hub that is up, down or rejects the token, as `server` says. */
async function openChat({ isUp }: { isUp: boolean }) {
  const server = { isUp, isRejecting: false };
  const clients = new FakeHubClients((client) => {
    if (server.isRejecting) rejectsToken(client);
    else if (server.isUp) startsAndStops(client);
    else failsToStart(client);
  });
  const chat = { ...makeHubStore(clients.create), clients, server };
  chat.dispatch(chatOpened());
  await flushPromises();
  return chat;
}

/** A chat that has stopped retrying, while the hub is up again. */
async function disconnectedChat() {
  const chat = await openChat({ isUp: false });
  await advanceTime(42_000);
  expect(chat.state()).toBe('Disconnected');
  chat.server.isUp = true;
  return chat;
}

const RETRY_TRIGGERS = [
  ['pageCameOnline', pageCameOnline()],
  ['pageShown', pageShown()],
  ['messageAccepted', messageAccepted(own())],
  ['retryRequested', retryRequested()],
] as const;

describe('hub middleware', () => {
  test('stays Disconnected on pageWentOffline after retrying has stopped', async () => {
    const { dispatch, states } = await disconnectedChat();
    const before = states().length;
    dispatch(pageWentOffline());
    await advanceTime(60_000);
    expect(states()).toHaveLength(before);
  });

  describe('after retrying has stopped', () => {
    test.each([...RETRY_TRIGGERS, ['keystrokeTyped', keystrokeTyped()]] as const)(
      'connects again on %s',
      async (_, event) => {
        const { dispatch, state, states } = await disconnectedChat();
        dispatch(event);
        await flushPromises();
        expect(state()).toBe('Connected');
        expect(states()).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Connected']);
      },
    );

    test.each([
      ['messagesReceived', receivedByUser7(incoming())],
      ['pageHidden', pageHidden()],
      ['chatOpened', chatOpened()],
    ])('makes no attempt on %s', async (_, event) => {
      const { dispatch, clients, state } = await disconnectedChat();
      const before = clients.created.length;
      dispatch(event);
      await advanceTime(600_000);
      expect(clients.created).toHaveLength(before);
      expect(state()).toBe('Disconnected');
    });

    test('makes at most one attempt every 30 s while a rejected customer types', async () => {
      const { dispatch, clients, server } = await disconnectedChat();
      server.isRejecting = true;
      const before = clients.created.length;
      for (let second = 0; second < 60; second += 1) {
        dispatch(keystrokeTyped());
        await advanceTime(1_000);
      }
      expect(clients.created).toHaveLength(before + 2);
    });

    test.each(RETRY_TRIGGERS)('makes no attempt on %s after chatClosed', async (_, event) => {
      const { dispatch, clients, state } = await disconnectedChat();
      dispatch(chatClosed());
      await flushPromises();
      const before = clients.created.length;
      dispatch(event);
      await flushPromises();
      expect(clients.created).toHaveLength(before);
      expect(state()).toBe('Disconnected');
    });
  });

  describe('during a retry delay', () => {
    test.each(RETRY_TRIGGERS)('makes the next attempt at once on %s', async (_, event) => {
      const { dispatch, server, state } = await openChat({ isUp: false });
      await advanceTime(13_000);
      server.isUp = true;
      dispatch(event);
      await flushPromises();
      expect(state()).toBe('Connected');
    });
  });

  describe('while connected', () => {
    test('replaces the connection on pageCameOnline', async () => {
      const { dispatch, clients, states } = await openChat({ isUp: true });
      const former = clients.last;
      dispatch(pageCameOnline());
      await flushPromises();
      expect(former.stops).toBe(1);
      expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
    });

    test('is Reconnecting at once on pageWentOffline', async () => {
      const { dispatch, clients, states } = await openChat({ isUp: true });
      const former = clients.last;
      dispatch(pageWentOffline());
      await flushPromises();
      expect(former.stops).toBe(1);
      expect(states().slice(0, 3)).toEqual(['Connecting', 'Connected', 'Reconnecting']);
    });

    test.each([
      ['keeps', 0, 1],
      ['keeps', 20_000, 1],
      ['replaces', 20_001, 2],
      ['replaces', 3_600_000, 2],
    ])('%s the connection on pageShown after %d ms of silence', async (_, silence, connections) => {
      const { dispatch, clients, state } = await openChat({ isUp: true });
      clients.last.silence = silence;
      dispatch(pageShown());
      await flushPromises();
      expect(clients.created).toHaveLength(connections);
      expect(state()).toBe('Connected');
    });

    test('keeps the connection on messageAccepted', async () => {
      const { dispatch, clients } = await openChat({ isUp: true });
      clients.last.silence = 3_600_000;
      dispatch(messageAccepted(own()));
      await flushPromises();
      expect(clients.created).toHaveLength(1);
    });
  });
});
