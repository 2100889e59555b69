import { pageHidden } from '../../../src/shared/pageEvents';
import { chatClosed, chatOpened, messagesReceived } from '../../../src/realtime/hubActions';
import { flushPromises, useFakeClock, manualFrames } from '../../support/time/frames';
import { captureConsole } from '../../support/console/captureConsole';
import { makeMemoryChat } from '../../support/stores/makeChat';
import { incoming } from '../../support/builders/builders';

useFakeClock();
captureConsole();

async function connectedChat() {
  const { nextFrame, draw } = manualFrames();
  const chat = makeMemoryChat({ nextFrame });
  chat.dispatch(chatOpened());
  await flushPromises();
  return { ...chat, draw };
}

describe('hub middleware', () => {
  test.each([
    [1, 19],
    [2, 20],
  ])(
    'dispatches the next message %i frame(s) after a batch of %i messages',
    async (frames, size) => {
      const { hub, texts, draw } = await connectedChat();
      const deliver = (count: number) => {
        for (let number = 0; number < count; number += 1) hub.last.deliver(incoming());
      };
      deliver(1 + size);
      draw();
      expect(texts()).toHaveLength(1 + size);
      deliver(1);
      for (let frame = 1; frame < frames; frame += 1) draw();
      expect(texts()).toHaveLength(1 + size);
      draw();
      expect(texts()).toHaveLength(2 + size);
    },
  );

  test.each([
    ['pageHidden', pageHidden()],
    ['chatClosed', chatClosed()],
    ['chatOpened', chatOpened()],
  ])('dispatches pending messages before %s', async (_, action) => {
    const { hub, actions, dispatch, draw } = await connectedChat();
    hub.last.deliver(incoming({ text: 'a' }));
    hub.last.deliver(incoming({ text: 'b' }));
    dispatch(action);
    const received = actions.findLastIndex(messagesReceived.match);
    expect(received).toBeGreaterThan(-1);
    expect(received).toBeLessThan(actions.findLastIndex(({ type }) => type === action.type));
    draw();
    expect(actions.filter(messagesReceived.match)).toHaveLength(2);
  });
});
