import { pageCameOnline, pageHidden, pageShown } from '../../../src/shared/pageEvents';
import {
  chatClosed,
  chatOpened,
  messageAccepted,
  keystrokeTyped,
} from '../../../src/realtime/hubActions';
import { advanceTime, flushPromises, useFakeClock, manualFrames } from '../../support/time/frames';
import {
  FakeHubClients,
  startsAndStops,
  type FakeHubClient,
} from '../../support/fakes/fakeHubClient';
import { makeHubStore } from '../../support/stores/makeChat';
import { FAILED_INVOCATION, captureConsole } from '../../support/console/captureConsole';
import { incoming, own } from '../../support/builders/builders';

useFakeClock();
const output = captureConsole(FAILED_INVOCATION);

function makeFakeChat(
  prepare: (client: FakeHubClient) => void = startsAndStops,
  nextFrame?: (callback: () => void) => void,
) {
  const clients = new FakeHubClients(prepare);
  return { ...makeHubStore(clients.create, undefined, undefined, nextFrame), clients };
}

async function connectedChat() {
  const chat = makeFakeChat();
  chat.dispatch(chatOpened());
  await flushPromises();
  return chat;
}

describe('hub middleware', () => {
  describe('connection', () => {
    test('does not connect before chatOpened', async () => {
      const { dispatch, clients, state } = makeFakeChat();
      for (const event of [
        keystrokeTyped(),
        messageAccepted(own()),
        pageHidden(),
        pageShown(),
        pageCameOnline(),
      ]) {
        dispatch(event);
      }
      await advanceTime(60_000);
      expect(clients.created).toEqual([]);
      expect(state()).toBe('Disconnected');
    });

    test('connects for the signed-in user on chatOpened', async () => {
      const { dispatch, clients, state } = makeFakeChat();
      dispatch(chatOpened());
      await flushPromises();
      expect(clients.created.map(({ userId }) => userId)).toEqual([7]);
      expect(state()).toBe('Connected');
    });
  });

  test('ignores messages of the former user after another user has opened the chat', async () => {
    const { switchUser, clients, texts } = await connectedChat();
    const former = clients.last;
    switchUser(8);
    await flushPromises();
    former.events.received(incoming({ text: 'for 7' }));
    clients.last.events.received(incoming({ text: 'for 7 again' }));
    clients.last.events.received(incoming({ toUserId: 8, text: 'for 8' }));
    expect(texts()).toEqual(['for 8']);
  });

  describe('SendMessage', () => {
    test('is invoked before the reducers receive messageAccepted', async () => {
      const { dispatch, clients, actions } = await connectedChat();
      const client = clients.last;
      const order: string[] = [];
      const pushAction = actions.push.bind(actions);
      actions.push = (...added) => {
        order.push('reducers');
        return pushAction(...added);
      };
      const pushCall = client.calls.push.bind(client.calls);
      client.calls.push = (...added) => {
        order.push('hub');
        return pushCall(...added);
      };
      dispatch(messageAccepted(own()));
      expect(order).toEqual(['hub', 'reducers']);
    });

    test.each([
      ['an error', new Error('Method does not exist.'), 'Error: Method does not exist.'],
      ['a string', 'Not in the OPEN state', 'Not in the OPEN state'],
      ['undefined', undefined, 'undefined'],
      ['an error with the token', new Error('Bearer s3cret is bad'), 'Error: Bearer *** is bad'],
    ])(
      'logs a rejection with %s, and the message is listed all the same',
      async (_, reason, line) => {
        const { dispatch, clients, actions } = await connectedChat();
        dispatch(messageAccepted(own()));
        expect(actions.at(-1)).toEqual(messageAccepted(own()));
        clients.last.completions[0]?.reject(reason);
        await flushPromises();
        expect(output.lines).toEqual([`warn: SendMessage failed: ${line}`]);
        expect(clients.last.calls).toHaveLength(1);
        expect(jest.getTimerCount()).toBe(0);
      },
    );

    test('logs a timeout after 100 s, and the message is listed all the same', async () => {
      const { dispatch, actions } = await connectedChat();
      dispatch(messageAccepted(own()));
      expect(actions.at(-1)).toEqual(messageAccepted(own()));
      await advanceTime(99_999);
      expect(output.lines).toEqual([]);
      await advanceTime(600_000);
      expect(output.lines).toEqual(['warn: SendMessage has timed out.']);
      expect(jest.getTimerCount()).toBe(0);
    });

    test('is not repeated after the connection has dropped', async () => {
      const { dispatch, clients } = await connectedChat();
      dispatch(messageAccepted(own()));
      clients.last.completions[0]?.reject(new Error('Invocation canceled'));
      clients.last.events.closed();
      await flushPromises();
      expect(clients.created).toHaveLength(2);
      expect(clients.last.calls).toEqual([]);
    });

    test('is not invoked while not connected', async () => {
      const { dispatch, clients, actions } = makeFakeChat(() => undefined);
      dispatch(chatOpened());
      await flushPromises();
      dispatch(messageAccepted(own()));
      await flushPromises();
      expect(clients.last.calls).toEqual([]);
      expect(actions.at(-1)).toEqual(messageAccepted(own()));
      expect(output.lines).toEqual([]);
    });

    test('is not invoked on a client that has just closed', async () => {
      const { dispatch, clients } = await connectedChat();
      const former = clients.last;
      former.events.closed();
      dispatch(messageAccepted(own()));
      expect(former.calls).toEqual([]);
    });
  });

  describe('SendTyping', () => {
    test('is sent for each keystroke with the user’s id and 1, and delays nothing', async () => {
      const { dispatch, clients } = await connectedChat();
      for (let stroke = 0; stroke < 5; stroke += 1) dispatch(keystrokeTyped());
      dispatch(messageAccepted(own()));
      expect(clients.last.calls).toEqual([
        ...Array<unknown>(5).fill(['send', 'SendTyping', 7, 1]),
        ['invoke', 'SendMessage', own()],
      ]);
    });

    test('is sent after the key press is painted', async () => {
      const { nextFrame, draw } = manualFrames();
      const { dispatch, clients } = makeFakeChat(undefined, nextFrame);
      dispatch(chatOpened());
      await flushPromises();
      dispatch(keystrokeTyped());
      expect(clients.last.calls).toEqual([]);
      draw();
      expect(clients.last.calls).toEqual([['send', 'SendTyping', 7, 1]]);
    });

    test.each([
      ['an error', new Error('down'), 'Error: down'],
      ['a string', 'Connection stopped.', 'Connection stopped.'],
      ['a text with the token', 'access_token=s3cret', 'access_token=***'],
    ])('logs a rejection with %s and stays connected', async (_, reason, line) => {
      const { dispatch, clients, state } = await connectedChat();
      dispatch(keystrokeTyped());
      clients.last.completions[0]?.reject(reason);
      await flushPromises();
      expect(output.lines).toEqual([`warn: SendTyping failed: ${line}`]);
      expect(state()).toBe('Connected');
    });

    test('is not sent while not connected', async () => {
      const { dispatch, clients } = makeFakeChat(() => undefined);
      dispatch(chatOpened());
      await flushPromises();
      dispatch(keystrokeTyped());
      dispatch(chatClosed());
      dispatch(keystrokeTyped());
      await advanceTime(1000);
      expect(clients.last.calls).toEqual([]);
      expect(output.lines).toEqual([]);
    });
  });
});
