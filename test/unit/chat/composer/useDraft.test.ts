/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import { useDraft } from '../../../../src/chat/composer/useDraft';
import type { Draft } from '../../../../src/services/draftStore';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import { historyFulfilled, historyRequested, own } from '../../../support/builders/builders';
import { makeChat } from '../../../support/stores/makeChat';

const TIME = '2026-03-05T10:00:00.000Z';
const POSTED: Draft = { text: 'salam', posted: { timestamp: TIME } };

/**
 * Opens the chat of user 7 while the history loads.
 * @param draft saved before a reload
 * @param typed into the prerendered input before React hydrates it
 */
function open({ draft, typed }: { draft?: Draft; typed?: string } = {}) {
  const { store, services } = makeChat('http://localhost');
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  if (draft) services.drafts.save(7, draft);

  let saveText: () => void = () => undefined;
  let clear: () => void = () => undefined;
  let keepPosted: () => void = () => undefined;
  let isBlank: boolean | undefined;
  function Input() {
    const hook = useDraft();
    saveText = hook.saveText;
    clear = hook.clear;
    keepPosted = hook.keepPosted;
    isBlank = hook.isBlank;
    return createElement('textarea', { ref: hook.input });
  }
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = '<textarea></textarea>';
  const prerendered = container.firstElementChild as HTMLTextAreaElement;
  if (typed !== undefined) prerendered.value = typed;
  const app = createElement(Provider, { store, children: createElement(Input) });
  const element = () => container.firstElementChild as HTMLTextAreaElement;
  const { unmount } = render(app, { container, hydrate: typed !== undefined });
  return {
    unmount,
    text: () => element().value,
    isBlank: () => isBlank,
    type: (text: string) => {
      act(() => {
        element().value = text;
        saveText();
      });
    },
    clear: () => {
      act(() => {
        clear();
      });
    },
    /** The history is loaded. */
    load: (...messages: Parameters<typeof historyFulfilled>[1]) => {
      act(() => {
        store.dispatch(historyFulfilled(1, messages));
      });
    },
    /** The history is requested again. */
    request: () => {
      store.dispatch(historyRequested(1));
    },
    /** A send of this text has failed. */
    fail: (posted: string) => {
      services.drafts.save(7, { text: posted, posted: { timestamp: TIME, copies: 0 } });
      keepPosted();
    },
    saved: () => services.drafts.read(7),
  };
}

describe('useDraft', () => {
  test.each([
    ['puts the draft before the text that was typed', 'dünya', 'salamdünya'],
    ['shows the draft once if the browser has restored it', 'salam dünya', 'salam dünya'],
  ])('%s before hydration', (_, typed, expected) => {
    expect(open({ draft: { text: 'salam' }, typed }).text()).toBe(expected);
  });

  test('saves each change', () => {
    const { type, text, saved } = open();
    type('salam');
    expect(text()).toBe('salam');
    expect(saved()).toMatchObject({ text: 'salam' });
  });

  test.each([
    ['', true],
    [' \n', true],
    ['s', false],
  ])('reports whether the text %j is blank', (typed, expected) => {
    const { type, isBlank } = open();
    type('salam');
    type(typed);
    expect(isBlank()).toBe(expected);
  });

  test('clears the text and the draft', () => {
    const { type, clear, text, isBlank, saved } = open();
    type('salam');
    clear();
    expect(text()).toBe('');
    expect(isBlank()).toBe(true);
    expect(saved().text).toBe('');
  });

  test('restores a posted draft if the history does not have the message', () => {
    const { text, load, type } = open({ draft: POSTED });
    expect(text()).toBe('');
    type(' dünya');
    load();
    expect(text()).toBe('salam dünya');
  });

  test('does not restore a posted draft if the history has the message', () => {
    const { text, load, saved } = open({ draft: POSTED });
    load(own({ text: 'salam', timestamp: TIME }));
    expect(text()).toBe('');
    expect(saved().text).toBe('');
  });

  test('restores a posted draft only once', () => {
    const { text, load, type } = open({ draft: POSTED });
    load();
    type('');
    load();
    expect(text()).toBe('');
  });

  test('removes a restored draft if a later history has the message', () => {
    const { text, load, request, saved } = open({ draft: POSTED });
    load();
    expect(text()).toBe('salam');
    request();
    load(own({ text: 'salam', timestamp: TIME }));
    expect(text()).toBe('');
    expect(saved().text).toBe('');
  });

  test('keeps a restored draft that the customer has changed', () => {
    const { text, load, request, type } = open({ draft: POSTED });
    load();
    type('salam!');
    request();
    load(own({ text: 'salam', timestamp: TIME }));
    expect(text()).toBe('salam!');
  });

  test('keeps what was typed before a posted draft was restored', () => {
    const { text, load, request, type } = open({ draft: POSTED });
    type(' dünya');
    load();
    request();
    load(own({ text: 'salam', timestamp: TIME }));
    expect(text()).toBe('salam dünya');
  });

  test.each([
    ['removes the text of a failed send when the list has the message', 'salam', ''],
    ['keeps the text of a failed send if the customer has changed it', 'salam!', 'salam!'],
  ])('%s', (_, changed, expected) => {
    const { text, load, request, type, fail } = open();
    load();
    type('salam');
    fail('salam');
    if (changed !== 'salam') type(changed);
    expect(text()).toBe(changed);
    request();
    load(own({ text: 'salam', timestamp: TIME }));
    expect(text()).toBe(expected);
  });
});
