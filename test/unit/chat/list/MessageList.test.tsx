import { act, fireEvent, screen, within } from '@testing-library/react/pure';
import {
  historyFulfilled,
  historyRequested,
  incoming,
  receivedByUser7,
} from '../../../support/builders/builders';
import { providerForEachTest } from '../../../support/screens/providerForEachTest';
import { renderApp, waitUntilConnected } from '../../../support/screens/renderApp';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };
const messages = () => screen.getAllByRole('article');
// The second event at the end is the customer's return: the first ends the following.
const scrollToEnd = (list: HTMLElement) => [fireEvent.scroll(list), fireEvent.scroll(list)];

async function openChat() {
  const app = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  await waitUntilConnected();
  return app;
}

describe('MessageList', () => {
  test('keeps a broken image with its message when an earlier message is inserted', async () => {
    const { store } = await openChat();
    await screen.findByText(/^Hələ mesaj yoxdur/);
    const broken = incoming({ text: null, imageUrl: 'uploads/none.png' });
    act(() => {
      store.dispatch(historyRequested(1));
      store.dispatch(receivedByUser7(broken));
    });
    fireEvent.error(screen.getByRole('img', { name: 'Şəkil' }));
    expect(messages()[0]).toHaveTextContent('Şəkil açılmadı');
    act(() => {
      const timestamp = '2026-03-05T09:00:00.000Z';
      const earlier = incoming({ text: null, imageUrl: 'uploads/a.png', timestamp });
      store.dispatch(historyFulfilled(1, [earlier, broken]));
    });
    expect(messages()).toHaveLength(2);
    const [first, second] = messages().map((message) => within(message));
    expect(first?.getByRole('img', { name: 'Şəkil' })).toBeVisible();
    expect(second?.getByText('Şəkil açılmadı')).toBeVisible();
  });

  test('renders the first heading only after the first paint', async () => {
    for (let number = 0; number < 21; number += 1) provider().store(7, { text: 'Salam' });
    const counts: number[][] = [];
    const observer = new MutationObserver(() =>
      counts.push(
        ['[role=article]', 'h2'].map((selector) => document.querySelectorAll(selector).length),
      ),
    );
    observer.observe(document, { childList: true, subtree: true });
    await openChat();
    await screen.findByRole('heading', { level: 2 });
    observer.disconnect();
    expect(counts).toContainEqual([20, 0]);
    expect(counts.at(-1)).toEqual([21, 1]);
  });

  test('renders all messages while some are selected, and for Home and the keys of a search', async () => {
    const count = 70;
    for (let number = 0; number < count; number += 1) provider().store(7, { text: 'Salam' });
    await openChat();
    await screen.findAllByText('Salam');
    const list = screen.getByRole('log');
    expect(messages().length).toBeLessThan(count);
    document.getSelection()?.selectAllChildren(document.body);
    fireEvent(document, new Event('selectionchange'));
    expect(messages().length).toBe(count);
    scrollToEnd(list);
    expect(messages().length).toBe(count);
    document.getSelection()?.removeAllRanges();
    scrollToEnd(list);
    for (const [init, isAll] of [
      [{ key: 'Home' }, true],
      // The browser extends the selection with Shift, and opens the home page with Alt.
      [{ key: 'Home', shiftKey: true }, false],
      [{ key: 'Home', altKey: true }, false],
      [{ key: 'F3' }, true],
      [{ key: 'f', ctrlKey: true }, true],
      [{ key: 'F', metaKey: true }, true],
      // A Cyrillic layout.
      [{ key: 'а', code: 'KeyF', ctrlKey: true }, true],
      [{ key: 'f', ctrlKey: true, altKey: true }, false],
      [{ key: 'f' }, false],
    ] as const) {
      fireEvent.keyDown(list, init);
      expect([init, messages().length === count]).toEqual([init, isAll]);
      scrollToEnd(list);
    }
  });

  test('keeps a focused row, and the rows below it, until the focus leaves and messages change', async () => {
    const count = 70;
    for (let number = 0; number < count; number += 1)
      provider().store(7, { text: 'https://example.az' });
    const { store } = await openChat();
    const list = screen.getByRole('log');
    await screen.findAllByRole('link');
    fireEvent.keyDown(list, { key: 'Home' });
    const [, , link] = screen.getAllByRole('link');
    link?.focus();
    const receive = (text: string) =>
      act(() => void store.dispatch(receivedByUser7(incoming({ text }))));
    scrollToEnd(list);
    expect(link).toHaveFocus();
    expect(messages().length).toBe(count - 2);
    receive('bir');
    expect(link).toHaveFocus();
    expect(messages().length).toBe(count - 1);
    screen.getByRole('textbox').focus();
    expect(messages().length).toBe(count - 1);
    receive('iki');
    expect(messages().length).toBe(60);
  });

  test('shows line breaks of every kind, and breaks links at their marks', async () => {
    const text = 'a\rb\r\nc\vd\fe\x85f\u2028g\u2029h https://a.az/bir-iki?x=1';
    provider().store(7, { text });
    await openChat();
    const link = await screen.findByRole('link');
    expect(link.innerHTML.split('<wbr>')).toEqual(['https://', 'a.az/', 'bir-', 'iki?', 'x=', '1']);
    const paragraph = link.closest('p');
    expect(paragraph?.textContent).toBe(text);
    const breaks = [...(paragraph?.querySelectorAll('span') ?? [])].map((one) => one.textContent);
    expect(breaks).toEqual(['\r', '\v', '\f', '\x85', '\u2028', '\u2029']);
  });

  test('copies selected messages, but not if the customer copies from the input', async () => {
    provider().store(7, { text: 'Salam' });
    await openChat();
    document.getSelection()?.selectAllChildren(await screen.findByText('Salam'));
    const setData = jest.fn();
    const copyFrom = (element: Element) => fireEvent.copy(element, { clipboardData: { setData } });
    expect(copyFrom(screen.getByRole('textbox'))).toBe(true);
    expect(setData).not.toHaveBeenCalled();
    expect(copyFrom(document.body)).toBe(false);
    expect(setData.mock.calls).toEqual([['text/plain', 'Salam']]);
  });
});
