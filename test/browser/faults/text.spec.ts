import type { Page } from '@playwright/test';
import type { Fault } from '../../provider/switches';
import { ENDLESS } from '../../support/hostile';
import type { ChatScreen } from '../chatScreen';
import { expect, test } from '../fixtures';
import { hold } from '../hold';
import { picture } from '../pictures';

const PAGE = { body: '<h1>Oops</h1>', contentType: 'text/html' };
const TEXT = 'Salam, necəsiniz?';
const CARET = [3, 8];

/** Types a text and marks a part of it. */
async function write({ input }: ChatScreen): Promise<void> {
  await input.click();
  await input.fill(TEXT);
  await input.evaluate((element: HTMLTextAreaElement, [start, end]) => {
    element.setSelectionRange(start ?? 0, end ?? 0);
  }, CARET);
}

/** The text, the marked part of it and the controls are as they were before. */
async function isAsBefore({ page, input, send, attach }: ChatScreen): Promise<void> {
  await expect(input).toBeEnabled();
  await expect(input).toHaveValue(TEXT);
  const caret = await input.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
    selectionStart,
    selectionEnd,
  ]);
  expect(caret).toEqual(CARET);
  await expect(send).toBeEnabled();
  await expect(attach).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByText('Oops')).toBeHidden();
}

/** Counts calls as the page makes them: a POST on a line that was just cut is repeated by Chromium itself. */
function countCalls(page: Page, call: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/api/66/${call}`)) calls += 1;
  });
  return () => calls;
}

interface Failure {
  fault?: Fault;
  isOffline?: boolean;
  /** Time that has to pass, on the page's clock, until the call fails. */
  after?: number;
  error: string;
}

const FAILURES: Record<string, Failure> = {
  'is refused with 400': { fault: { status: 400 }, error: '400' },
  'is refused with 401': { fault: { status: 401 }, error: '401' },
  'is answered with 500 and a page': { fault: { status: 500, ...PAGE }, error: '500' },
  'is stored, then answered with 500': { fault: { status: 500, when: 'after' }, error: '500' },
  'is cut before it is heard': { fault: { end: 'drop' }, error: 'FETCH_ERROR' },
  'is stored, and its answer lost': { fault: { end: 'drop', when: 'after' }, error: 'FETCH_ERROR' },
  'is never answered': { fault: { end: 'hang' }, after: 100_000, error: 'TIMEOUT_ERROR' },
  'is made offline': { isOffline: true, error: 'FETCH_ERROR' },
};

for (const [name, { fault, isOffline, after, error }] of Object.entries(FAILURES)) {
  test(`a text whose call ${name}: text, caret, focus and controls are back, and it can be sent`, async ({
    page,
    context,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(`Sending a message failed: ${error}`);
    await page.clock.install();
    await chat.open();
    provider.switches.calls.send = fault;
    await context.setOffline(isOffline ?? false);
    const calls = countCalls(page, 'send');
    await write(chat);
    await chat.input.press('Enter');
    if (after) {
      await expect(chat.input).toBeDisabled();
      await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
      await page.clock.runFor(after);
    }
    await expect.poll(() => log.lines).toContain(`Sending a message failed: ${error}`);
    await isAsBefore(chat);
    await expect(chat.input).toBeFocused();
    await expect(chat.messages).toHaveCount(0);
    expect(calls()).toBe(1);

    provider.switches.calls.send = undefined;
    await context.setOffline(false);
    await page.keyboard.press('Enter');
    await expect(chat.input).toHaveValue('');
    await expect(chat.own.last()).toContainText(TEXT);
    expect(calls()).toBe(2);
  });
}

const TAKEN: Record<string, Fault> = {
  'with a page': { status: 200, ...PAGE },
  'with nothing': { status: 204 },
  'and the answer is cut in its middle': { end: 'cut' },
  'and the answer stalls in its middle': { end: 'stall' },
};
for (const [name, fault] of Object.entries(TAKEN)) {
  test(`a text that is taken ${name} is sent: shown once, the input is empty and has the focus`, async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors();
    await chat.open();
    provider.switches.calls.send = { when: 'after', ...fault };
    const calls = countCalls(page, 'send');
    await write(chat);
    await chat.input.press('Enter');
    await chat.shows(TEXT);
    await expect(chat.input).toHaveValue('');
    await expect(chat.input).toBeFocused();
    await expect(chat.attach).toBeEnabled();
    expect(calls()).toBe(1);
  });
}

test('a customer who has moved on while a text is on its way is not called back', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Sending a message failed: 500');
  await chat.open();
  provider.switches.calls.send = { status: 500 };
  const answer = await hold(page, '**/api/66/send');
  await write(chat);
  await chat.input.press('Enter');
  await answer.asked;
  await chat.list.focus();
  answer.release();
  await isAsBefore(chat);
  await expect(chat.list).toBeFocused();
});

const UPLOAD_FAILURES: Record<string, Failure> = {
  'is refused with 415': { fault: { status: 415 }, error: '415' },
  'is answered with 500 and a page': { fault: { status: 500, ...PAGE }, error: '500' },
  'is answered with 200 and a page': { fault: { status: 200, ...PAGE }, error: 'PARSING_ERROR' },
  'is answered with nothing': { fault: { status: 200 }, error: 'UNUSABLE_UPLOAD' },
  'is cut before it is heard': { fault: { end: 'drop' }, error: 'FETCH_ERROR' },
  'is stored, and its answer lost': { fault: { end: 'drop', when: 'after' }, error: 'FETCH_ERROR' },
  'is answered by half': { fault: { end: 'cut' }, error: 'FETCH_ERROR' },
  'has an answer without an end': { fault: ENDLESS, error: 'FETCH_ERROR' },
  'is never answered': { fault: { end: 'hang' }, after: 100_000, error: 'TIMEOUT_ERROR' },
  'stalls in its answer': { fault: { end: 'stall' }, after: 100_000, error: 'TIMEOUT_ERROR' },
  'is made offline': { isOffline: true, error: 'FETCH_ERROR' },
};
for (const [name, { fault, isOffline, after, error }] of Object.entries(UPLOAD_FAILURES)) {
  test(`a picture whose upload ${name}: the text and its caret stay, the controls are back`, async ({
    page,
    context,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(`Sending an image failed: ${error}`);
    await page.clock.install();
    await chat.open();
    provider.switches.calls.upload = fault;
    const calls = countCalls(page, 'upload');
    await write(chat);
    await context.setOffline(isOffline ?? false);
    await chat.pick(picture());
    if (after) {
      await expect(chat.input).toBeDisabled();
      await expect.poll(() => provider.ledger.requests('upload')).toHaveLength(1);
      await page.clock.runFor(after);
    }
    await expect.poll(() => log.lines).toContain(`Sending an image failed: ${error}`);
    await isAsBefore(chat);
    expect(calls()).toBe(1);
    expect(provider.ledger.requests('send')).toEqual([]);
    await expect(chat.messages).toHaveCount(0);
  });
}

for (const [name, fault, error] of [
  ['is answered with 503', { status: 503 }, '503'],
  ['is stored, and its answer lost', { end: 'drop', when: 'after' }, 'FETCH_ERROR'],
] as const) {
  test(`a picture that is uploaded, and whose message ${name}: the text and its caret stay`, async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(`Sending a message failed: ${error}`);
    await chat.open();
    provider.switches.calls.send = fault;
    const calls = countCalls(page, 'send');
    await write(chat);
    await chat.pick(picture());
    await expect.poll(() => log.lines).toContain(`Sending a message failed: ${error}`);
    await isAsBefore(chat);
    expect(calls()).toBe(1);
    await expect(chat.messages).toHaveCount(0);
  });
}

/** More than one press for one message. */
const PRESSES: Record<string, (chat: ChatScreen) => Promise<unknown>> = {
  'five fast Enters': ({ page }) =>
    Promise.all(Array.from({ length: 5 }, () => page.keyboard.press('Enter'))),
  'five Enters before the page can draw': ({ input }) =>
    input.evaluate((element) => {
      for (let time = 0; time < 5; time += 1) {
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        );
      }
    }),
  'Enter, and again as soon as the input is free': async ({ page, input }) => {
    await input.evaluate((element) => {
      const again = () =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        );
      // The next thing that the page does, before anything that it has put off.
      new MutationObserver((_, observer) => {
        if (element.hasAttribute('disabled')) return;
        observer.disconnect();
        void scheduler.postTask(again, { priority: 'user-blocking' });
      }).observe(element, { attributeFilter: ['disabled'] });
    });
    await page.keyboard.press('Enter');
  },
  'a double click': ({ send }) => send.dblclick(),
  'Enter with a click': async ({ page, send }) => {
    const box = await send.boundingBox();
    if (!box) throw new Error('The button is not there.');
    const { x, y, width, height } = box;
    await Promise.all([
      page.keyboard.press('Enter'),
      page.mouse.click(x + width / 2, y + height / 2),
    ]);
  },
};
for (const [name, press] of Object.entries(PRESSES)) {
  test(`${name}: one call, one message`, async ({ page, chat, provider, customer }) => {
    await chat.open();
    const calls = countCalls(page, 'send');
    await write(chat);
    await press(chat);
    await chat.shows(TEXT);
    await expect(chat.input).toHaveValue('');
    await expect(chat.input).toBeFocused();
    // Another one follows the first, so that a second call of that would have been made by now.
    await chat.say('sonra');
    await chat.shows(TEXT, 'sonra');
    expect(calls()).toBe(2);
    expect(provider.conversation(customer.id)).toHaveLength(2);
  });
}
