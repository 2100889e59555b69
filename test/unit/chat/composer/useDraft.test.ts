/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, render } from '@testing-library/react';
import { createElement, useRef } from 'react';
import { Provider } from 'react-redux';
import type { Fetch } from '../../../../src/api/fetch';
import { ServicesContext } from '../../../../src/app/hooks';
import { useDraft } from '../../../../src/chat/composer/useDraft';
import { useRestoredDraft } from '../../../../src/chat/composer/useRestoredDraft';
import { sendPickedImages } from '../../../../src/messages/sending';
import { selectIsSending } from '../../../../src/messages/sendingSlice';
import type { Message } from '../../../../src/contract/message';
import type { Draft } from '../../../../src/platform/draftStore';
import { sessionEnded, sessionStarted } from '../../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRequested,
  incoming,
  own,
  respond,
  type StubResponse,
} from '../../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../../support/console/captureConsole';
import { makeChat, sendText } from '../../../support/stores/makeChat';
import { deferred } from '../../../support/time/frames';

captureConsole(FAILED_CALL);

const text = 'salam';
const timestamp = '2026-03-05T10:00:00.000Z';
const POSTED: Draft = { text, posted: { timestamp, imageUrl: null } };
const STORED = own({ text, timestamp });
const OLDER = own({ text, timestamp: '2026-03-01T10:00:00.000Z' });
const RESTAMPED = own({ text, timestamp: '2026-03-05T10:01:00.000Z' });

/** Height of the text, in px. */
const TEXT_HEIGHT = 72;

/**
 * Opens the chat of user 7 while the history loads.
 * @param draft saved before a reload
 * @param typed into the prerendered input before React hydrates it
 */
function open({ draft, typed }: { draft?: Draft; typed?: string } = {}) {
  const posting = deferred<StubResponse>();
  const fetch: Fetch = async (url) => {
    if (url.endsWith('/upload')) return respond({ body: '{"imageUrl":"a.png"}' });
    return respond(await (url.endsWith('/send') ? posting.promise : new Promise(() => undefined)));
  };
  const { store, services } = makeChat({ fetch });
  stores.push(store);
  const dispatch = (...actions: Parameters<typeof store.dispatch>) => {
    act(() => {
      store.dispatch(...actions);
    });
  };
  dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  dispatch(historyRequested(1));
  if (draft) services.drafts.save(7, draft);

  let hook: ReturnType<typeof useDraft> | undefined;
  const hidden = document.createElement('textarea');
  function Input() {
    hook = useDraft();
    const onSend = () => undefined;
    useRestoredDraft({ ...hook, hidden: useRef(hidden), onSend });
    return createElement('textarea', { ref: hook.input });
  }
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = '<textarea></textarea>';
  const input = () => container.firstElementChild as HTMLTextAreaElement;
  if (typed !== undefined) input().value = typed;
  const provided = createElement(ServicesContext, {
    value: services,
    children: createElement(Input),
  });
  const app = createElement(Provider, { store, children: provided });
  render(app, { container, hydrate: typed !== undefined });
  return {
    input: input(),
    hidden,
    text: () => input().value,
    isSending: () => selectIsSending(store.getState()),
    type: (value: string) => {
      act(() => {
        input().value = value;
        hook?.saveText();
      });
    },
    /** The text is sent. @returns ends the send with this status */
    send: () => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse(timestamp));
      let sending: Promise<unknown> | undefined;
      act(() => {
        sending = store.dispatch(sendText(input().value));
      });
      return (status: number) =>
        act(async () => {
          posting.resolve({ status });
          await sending;
        });
    },
    pick: (file: File) =>
      act(async () => {
        posting.resolve({});
        await store.dispatch(sendPickedImages([file]));
      }),
    /** The history is requested and loaded. */
    load: (...messages: Message[]) =>
      act(async () => {
        store.dispatch(historyRequested(1));
        await Promise.resolve(store.dispatch(historyFulfilled(1, messages)));
      }),
    saved: () => services.drafts.read(7),
  };
}

const stores: ReturnType<typeof makeChat>['store'][] = [];
afterEach(() => {
  jest.restoreAllMocks();
  // Ends the timers of sends that have not ended.
  for (const store of stores.splice(0)) act(() => void store.dispatch(sessionEnded()));
});

describe('useRestoredDraft', () => {
  test.each([
    ['shows the draft', undefined, 'salam'],
    ['puts the draft before the text that was typed before hydration', 'dünya', 'salamdünya'],
    ['shows the draft once if the browser has restored it', 'salam dünya', 'salam dünya'],
  ])('%s, and saves it', (_, typed, expected) => {
    const chat = open({ draft: { text }, ...(typed !== undefined && { typed }) });
    expect([chat.text(), chat.saved().text]).toEqual([expected, expected]);
  });

  test('holds what was typed before hydration until the end of a send that a reload interrupted', () => {
    const chat = open({ draft: POSTED, typed: 'dünya' });
    expect([chat.text(), chat.hidden.value]).toEqual([text, 'dünya']);
  });
});

describe('useDraft', () => {
  test.each([
    ['lowers the input to the height of its text', {}, '72px'],
    ['leaves the height to a style sheet with field-sizing', { fieldSizing: '' }, '300px'],
  ])('%s, at a key and at a resize', (_, style, expected) => {
    const { input, type } = open();
    // As in a browser, `scrollHeight` is at least the height of the input.
    Object.defineProperty(input, 'scrollHeight', {
      get: () => (input.style.height === 'auto' ? TEXT_HEIGHT : 300),
    });
    for (const change of [() => type('salam'), () => window.dispatchEvent(new Event('resize'))]) {
      Object.assign(input.style, { height: '300px', ...style });
      change();
      expect(input.style.height).toBe(expected);
    }
  });
});

describe('useDraft, when a POST has begun', () => {
  test('keeps a text that the customer changes, and saves it as one without a POST', async () => {
    const { load, type, send, saved, ...chat } = open();
    await load();
    type(text);
    await send()(500);
    type('salam!');
    expect(saved()).toEqual({ userId: 7, text: 'salam!' });
    await load(STORED);
    expect(chat.text()).toBe('salam!');
  });

  test('ignores the message of an image without the text', async () => {
    const { load, type, pick, saved, ...chat } = open();
    await load();
    type(text);
    await pick(new File(['x'], 'a.png', { type: 'image/png' }));
    expect([chat.text(), saved()]).toEqual([text, { userId: 7, text }]);
  });

  test('keeps the text until the send has ended, then removes it if the list has the message', async () => {
    const chat = open();
    await chat.load();
    chat.type(text);
    const end = chat.send();
    await chat.load(STORED);
    expect(chat.text()).toBe(text);
    await end(200);
    expect([chat.text(), chat.saved().text]).toEqual(['', '']);
  });

  test.each([
    [400, text],
    [500, ''],
  ])(
    'shows %2$j after a POST with status %1$i, if another tab has sent the text since',
    async (status, expected) => {
      const { load, type, send, ...chat } = open();
      await load();
      type(text);
      await send()(status);
      expect(chat.saved().posted === undefined).toBe(status === 400);
      await load(RESTAMPED);
      expect([chat.text(), chat.saved().text]).toEqual([expected, expected]);
    },
  );
});

describe('useDraft, after a reload during or after a POST', () => {
  const posted = (copies?: number): Draft['posted'] => ({ timestamp, imageUrl: null, copies });
  test.each<[string, Draft['posted'], Message[], string]>([
    ['with the message', posted(), [STORED], ''],
    ['with the re-stamped message', posted(1), [OLDER, RESTAMPED], ''],
    ['with older copies only', posted(2), [OLDER, RESTAMPED], text],
    ['with copies, if their number was not known', posted(), [OLDER], text],
    ['with the text of another', posted(0), [incoming({ text, timestamp })], text],
    ['without messages', posted(0), [], text],
  ])('a resumed send ends with a history %s', async (_, fields, history, expected) => {
    const chat = open({ draft: { text, posted: fields } as Draft });
    expect([chat.text(), chat.isSending()]).toEqual([text, true]);
    await chat.load(...history);
    expect([chat.text(), chat.saved().text]).toEqual([expected, expected]);
    expect(chat.isSending()).toBe(false);
  });

  test.each<[string, string | null, string]>([
    ['removes the restored text', null, ''],
    ['keeps a changed text', 'salam!', 'salam!'],
    ['restores no text that the customer has removed', '', ''],
  ])('%s if a later history has the message', async (_, changed, expected) => {
    const { load, type, ...chat } = open({ draft: POSTED });
    await load();
    expect(chat.text()).toBe(text);
    if (changed !== null) type(changed);
    await load();
    await load(STORED);
    expect([chat.text(), chat.saved().text]).toEqual([expected, expected]);
  });

  test('restores the text after a second reload too, unless the history has the message', async () => {
    const before = open({ draft: POSTED });
    await before.load();
    const chat = open({ draft: before.saved() });
    expect(chat.saved()).toEqual({ userId: 7, ...POSTED });
    await chat.load(STORED);
    expect([chat.text(), chat.saved().text]).toEqual(['', '']);
  });
});
