import { pageHidden } from '../../../src/common/pageEvents';
import { chatClosed, chatOpened, messagesReceived } from '../../../src/provider/hub';
import { settle, useClock } from '../../support/clock';
import { heldFrames } from '../../support/frames';
import { keepConsole } from '../../support/keepConsole';
import { makeMemoryChat } from '../../support/memoryChat';
import { incoming } from '../../support/messages';

useClock();
keepConsole();

async function connected() {
  const { nextFrame, draw } = heldFrames();
  const chat = makeMemoryChat({ nextFrame });
  chat.dispatch(chatOpened(7));
  await settle();
  return { ...chat, draw };
}

test('a message is an action at once, what follows it within a frame is one, in its order', async () => {
  const { hub, actions, texts, draw } = await connected();
  hub.last.receive(incoming({ text: 'a' }));
  expect(texts()).toEqual(['a']);
  hub.last.receive(incoming({ text: 'b' }));
  hub.last.receive(incoming({ text: 'c' }));
  expect(texts()).toEqual(['a']);
  draw();
  expect(actions.at(-1)).toEqual(
    messagesReceived([incoming({ text: 'b' }), incoming({ text: 'c' })]),
  );
  hub.last.receive(incoming({ text: 'd' }));
  expect(texts()).toEqual(['a', 'b', 'c']);
  draw();
  draw();
  hub.last.receive(incoming({ text: 'e' }));
  expect(texts()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(actions.filter(messagesReceived.match)).toHaveLength(4);
});

test.each([
  ['the page is hidden', pageHidden()],
  ['the chat is closed', chatClosed()],
  ['another user signs in', chatOpened(8)],
])('what waits for a frame when %s comes before that', async (_, action) => {
  const { hub, actions, dispatch, draw } = await connected();
  hub.last.receive(incoming({ text: 'a' }));
  hub.last.receive(incoming({ text: 'b' }));
  dispatch(action);
  const received = actions.findLastIndex(messagesReceived.match);
  expect(received).toBeGreaterThan(-1);
  expect(received).toBeLessThan(actions.findLastIndex(({ type }) => type === action.type));
  draw();
  expect(actions.filter(messagesReceived.match)).toHaveLength(2);
});
