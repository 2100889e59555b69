/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import { ServicesContext } from '../../../../src/app/hooks';
import { useDraft } from '../../../../src/chat/composer/useDraft';
import {
  postStarted,
  selectCopies,
  sendingEnded,
  sendingStarted,
} from '../../../../src/messages/sendingSlice';
import type { Message } from '../../../../src/contract/message';
import type { Draft } from '../../../../src/platform/draftStore';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRequested,
  incoming,
  own,
  sendRejected,
} from '../../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../../support/console/captureConsole';
import { makeChat } from '../../../support/stores/makeChat';

captureConsole(FAILED_CALL);

const text = 'salam';
const timestamp = '2026-03-05T10:00:00.000Z';
const POSTED: Draft = { text, posted: { timestamp } };
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
  const { store, services } = makeChat({ fetch: () => new Promise(() => undefined) });
  const dispatch = (...actions: Parameters<typeof store.dispatch>) => {
    act(() => {
      store.dispatch(...actions);
    });
  };
  dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  dispatch(historyRequested(1));
  if (draft) services.drafts.save(7, draft);

  let hook: ReturnType<typeof useDraft> | undefined;
  function Input() {
    hook = useDraft();
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
    dispatch,
    input: input(),
    text: () => input().value,
    type: (value: string) => {
      act(() => {
        input().value = value;
        hook?.saveText();
      });
    },
    /** The POST of a message begins and fails. */
    post: (message: Message) => {
      const copies = selectCopies(store.getState(), message.text);
      dispatch(sendingStarted());
      dispatch(postStarted({ text: message.text, timestamp, copies }));
      if (message.text !== null) services.drafts.save(7, { text, posted: { timestamp, copies } });
      dispatch(sendingEnded(false));
    },
    /** The history is requested and loaded. */
    load: (...messages: Message[]) => {
      dispatch(historyRequested(1));
      dispatch(historyFulfilled(1, messages));
    },
    saved: () => services.drafts.read(7),
  };
}

describe('useDraft', () => {
  test.each([
    ['shows the draft', undefined, 'salam'],
    ['puts the draft before the text that was typed before hydration', 'dünya', 'salamdünya'],
    ['shows the draft once if the browser has restored it', 'salam dünya', 'salam dünya'],
  ])('%s', (_, typed, expected) => {
    const chat = open({ draft: { text }, ...(typed !== undefined && { typed }) });
    expect(chat.text()).toBe(expected);
  });

  test.each([
    ['lowers the input to the height of its text', {}, '72px'],
    ['leaves the height to a style sheet with field-sizing', { fieldSizing: '' }, '300px'],
  ])('%s', (_, style, expected) => {
    const { input, type } = open();
    // As in a browser, `scrollHeight` is at least the height of the input.
    Object.defineProperty(input, 'scrollHeight', {
      get: () => (input.style.height === 'auto' ? TEXT_HEIGHT : 300),
    });
    Object.assign(input.style, { height: '300px', ...style });
    type('salam');
    expect(input.style.height).toBe(expected);
  });
});

describe('useDraft, when a POST has begun', () => {
  test('keeps a text that the customer changes, and saves it as one without a POST', () => {
    const { load, type, post, saved, ...chat } = open();
    load();
    type(text);
    post(STORED);
    type('salam!');
    expect(saved()).toEqual({ userId: 7, text: 'salam!' });
    load(STORED);
    expect(chat.text()).toBe('salam!');
  });

  test('ignores the message of an image without the text', () => {
    const { load, type, post, saved } = open();
    load();
    type(text);
    post(own({ text: null }));
    expect(saved()).toEqual({ userId: 7, text });
  });

  test('keeps the text until the send has ended, then removes it if the list has the message', () => {
    const chat = open();
    chat.load();
    chat.type(text);
    chat.post(STORED);
    chat.dispatch(sendingStarted());
    chat.load(STORED);
    expect(chat.text()).toBe(text);
    chat.dispatch(sendingEnded(true));
    expect([chat.text(), chat.saved().text]).toEqual(['', '']);
  });

  test.each([
    [400, text],
    [500, ''],
  ])('with a %i and a later message of another tab with this text shows %j', (status, expected) => {
    const { load, type, post, dispatch, ...chat } = open();
    load();
    type(text);
    post(STORED);
    dispatch(sendRejected(STORED, status));
    if (status === 400) expect(chat.saved()).toEqual({ userId: 7, text });
    load(RESTAMPED);
    expect(chat.text()).toBe(expected);
  });
});

describe('useDraft, after a reload during or after a POST', () => {
  test.each<[string, Draft['posted'], Message[], string]>([
    ['with the message', { timestamp }, [STORED], ''],
    ['with the re-stamped message', { timestamp, copies: 1 }, [OLDER, RESTAMPED], ''],
    ['with older copies only', { timestamp, copies: 2 }, [OLDER, RESTAMPED], text],
    ['with copies, if their number was not known', { timestamp }, [OLDER], text],
    ['with the text of another', { timestamp, copies: 0 }, [incoming({ text, timestamp })], text],
    ['without messages', { timestamp, copies: 0 }, [], text],
  ])('withholds the text until a history %s has loaded', (_, posted, history, expected) => {
    const chat = open({ draft: { text, posted } as Draft });
    expect(chat.text()).toBe('');
    chat.load(...history);
    expect(chat.text()).toBe(expected);
    expect(chat.saved().text).toBe(expected);
  });

  test.each<[string, string | null, string]>([
    ['removes the restored text', null, ''],
    ['keeps a changed text', 'salam!', 'salam!'],
    ['restores no text that the customer has removed', '', ''],
  ])('%s if a later history has the message', (_, changed, expected) => {
    const { load, type, ...chat } = open({ draft: POSTED });
    load();
    expect(chat.text()).toBe(text);
    if (changed !== null) type(changed);
    load();
    load(STORED);
    expect([chat.text(), chat.saved().text]).toEqual([expected, expected]);
  });

  test.each([
    ['on a line before what was typed meanwhile, and keeps both', [], 'salam\ndünya'],
    ['not at all if the history has the message', [STORED], 'dünya'],
  ])('restores the text %s, after a second reload too', (_, history, expected) => {
    const before = open({ draft: POSTED });
    before.type('dünya');
    const { load, ...chat } = open({ draft: before.saved() });
    expect(chat.text()).toBe('dünya');
    expect(chat.saved()).toEqual({ userId: 7, ...POSTED, typed: 'dünya' });
    load(...history);
    load(STORED);
    expect([chat.text(), chat.saved()]).toEqual([expected, { userId: 7, text: expected }]);
  });
});
