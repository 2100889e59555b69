import type { Page } from '@playwright/test';
import type { Fault } from '../../stand-in/control/switches';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { dispatch, imageFile } from '../../support/browser/images';
import { expectUsable } from '../../support/browser/outage';
import { hold } from '../../support/page/page';

const HTML = { body: '<h1>Oops</h1>' };
const TEXT = 'Salam, necəsiniz?';
const SELECTION = [3, 8];
const CUT = 'Sending a message failed: FETCH_ERROR';

/** Fills in the text and selects a part of it. */
async function writeText({ input }: CustomerChat): Promise<void> {
  await input.click();
  await input.fill(TEXT);
  await input.evaluate(
    (element: HTMLTextAreaElement, [start, end]) => element.setSelectionRange(start ?? 0, end ?? 0),
    SELECTION,
  );
}

/** Expects the text, its selection and the controls as they were before sending. */
async function expectUnchanged(chat: CustomerChat): Promise<void> {
  const { page, input, send } = chat;
  await expectUsable(chat);
  await expect(input).toHaveValue(TEXT);
  const selection = await input.evaluate(
    ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd],
  );
  expect(selection).toEqual(SELECTION);
  await expect(send).toBeEnabled();
  await expect(page.getByText('Oops')).toBeHidden();
}

/**
 * Counts the page’s POSTs of messages and images. The server’s count can be higher: Chromium repeats
 * a POST after a dropped connection.
 */
function countCalls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(send|upload)$/.test(request.url())) calls += 1;
  });
  return () => calls;
}

/**
 * Passes each POST of a message to the provider, and cuts its response. Chromium itself would repeat
 * the POST if the provider dropped the connection.
 */
const loseResponse = (page: Page) =>
  page.route('**/api/66/send', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });

/** Failures after which the provider has stored nothing. Without a fault, the browser is offline. */
const FAILURES: [call: 'send' | 'upload', cause: string, error: string, fault?: Fault][] = [
  ['send', 'responds 500 with HTML', '500', { status: 500, ...HTML }],
  ['send', 'cannot be reached, because the browser is offline', 'FETCH_ERROR'],
  ['upload', 'responds 500 with HTML', '500', { status: 500, ...HTML }],
  ['upload', 'drops the connection', 'FETCH_ERROR', { end: 'drop' }],
];

test.describe('A failed send keeps text, selection and focus, and can be repeated', () => {
  for (const [call, cause, error, fault] of FAILURES)
    test(`if the server ${cause}: ${call}`, async ({ page, context, chat, provider, log }) => {
      const line = `${call === 'send' ? 'Sending a message' : 'Sending an image'} failed: ${error}`;
      log.expectErrors(line);
      if (!fault) log.expectErrors('Loading history failed: FETCH_ERROR');
      await page.clock.install();
      await chat.open();
      // No history is due while the test compares the texts.
      await chat.waitForSecondHistory();
      const send = async () => {
        if (call === 'send') await chat.input.press('Enter');
        else await chat.pick(imageFile());
      };
      provider.switches.calls[call] = fault;
      const calls = countCalls(page);
      await writeText(chat);
      await context.setOffline(!fault);
      await send();
      await expect.poll(() => log.lines).toContain(line);
      await expectUnchanged(chat);
      await expect(chat.input).toBeFocused();
      await expect(chat.messages).toHaveCount(0);
      expect(calls()).toBe(1);

      provider.switches.calls[call] = undefined;
      await context.setOffline(false);
      await send();
      await expect(chat.own).toHaveCount(1);
      await expect(chat.input).toHaveValue(call === 'send' ? '' : TEXT);
    });
});

test.describe('If the response of a stored message is lost', () => {
  test('the history shows it and clears the input', async ({ page, chat, provider, log }) => {
    log.expectErrors(CUT);
    await chat.open();
    const history = await hold(page, '**/api/66/messages/*');
    await loseResponse(page);
    const calls = countCalls(page);
    await writeText(chat);
    await chat.input.press('Enter');
    await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
    await expect.poll(() => log.lines).toContain(CUT);
    await expectUnchanged(chat);
    history.release();
    await chat.expectTexts(TEXT);
    await expect(chat.input).toHaveValue('');
    await expect(chat.input).toBeFocused();
    expect(calls()).toBe(1);
  });

  test('the history shows the waiting image', async ({ page, chat, provider, log }) => {
    log.expectErrors(CUT);
    await chat.open();
    await loseResponse(page);
    await writeText(chat);
    await dispatch(page, 'drop', [imageFile()]);
    await expect(chat.waiting).toHaveCount(1);
    await chat.input.press('Enter');
    await expect(chat.messages).toHaveCount(1);
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toHaveValue('');
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });
});

test('Enter that is pressed twice in a row sends one message', async ({ page, chat }) => {
  await chat.open();
  const calls = countCalls(page);
  await writeText(chat);
  await chat.input.evaluate((element) => {
    const pressAgain = () =>
      element.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertLineBreak', bubbles: true }),
      );
    // The page's next task, ahead of anything that the app has scheduled.
    new MutationObserver((_, observer) => {
      if (element.hasAttribute('disabled')) return;
      observer.disconnect();
      void scheduler.postTask(pressAgain, { priority: 'user-blocking' });
    }).observe(element, { attributeFilter: ['disabled'] });
  });
  await page.keyboard.press('Enter');
  await chat.expectTexts(TEXT);
  await expect(chat.input).toHaveValue('');
  await expect(chat.input).toBeFocused();
  // A second message: a duplicate request for the first would precede it.
  await chat.say('sonra');
  await chat.expectTexts(TEXT, 'sonra');
  expect(calls()).toBe(2);
});

test('The input keeps a text whose POST fails before a history with an equal message', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Sending a message failed: 503');
  provider.switches.calls.send = { status: 503 };
  const { id } = chat.customer;
  const timestamp = '2026-01-01T10:00:00.000Z';
  provider.store(id, { text: TEXT, fromUserId: id, toUserId: 1, timestamp });
  const histories = await hold(page, '**/api/66/messages/*');
  await chat.load();
  await writeText(chat);
  await chat.input.press('Enter');
  await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
  histories.release();
  await chat.expectTexts(TEXT);
  await expectUnchanged(chat);
});
