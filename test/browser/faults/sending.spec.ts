import type { Page } from '@playwright/test';
import { REQUEST_TIMEOUT } from '../../../src/contract/constants';
import type { Fault } from '../../stand-in/control/switches';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { dispatch, imageFile } from '../../support/browser/images';
import { expectUsable } from '../../support/browser/outage';
import { hold } from '../../support/page/page';

const HTML = { body: '<h1>Oops</h1>', contentType: 'text/html' };
const TEXT = 'Salam, necəsiniz?';
const SELECTION = [3, 8];

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

/** Counts the page’s requests. The server’s count can be higher: Chromium repeats a POST after a dropped connection. */
function countCalls(page: Page, call: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/api/66/${call}`)) calls += 1;
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
const FAILURES: [cause: string, error: string, fault?: Fault][] = [
  ['responds 500 with HTML', '500', { status: 500, ...HTML }],
  ['drops the connection', 'FETCH_ERROR', { end: 'drop' }],
  ['never responds', 'TIMEOUT_ERROR', { end: 'hang' }],
  ['cannot be reached, because the browser is offline', 'FETCH_ERROR'],
];

const CALLS = { send: 'Sending a message', upload: 'Sending an image' } as const;

for (const call of ['send', 'upload'] as const) {
  const title = CALLS[call];
  test.describe(`${title} fails`, () => {
    for (const [cause, error, fault] of FAILURES) {
      test(`and keeps text, selection and focus, and can be repeated, if the server ${cause}`, async ({
        page,
        context,
        chat,
        provider,
        log,
      }) => {
        const isTimeout = fault?.end === 'hang';
        const line = `${title} failed: ${error}`;
        log.expectErrors(line);
        if (!fault && call === 'send') log.expectErrors('Loading history failed: FETCH_ERROR');
        await page.clock.install();
        await chat.open();
        // No history is due while the test compares the texts.
        await chat.refetch();
        provider.switches.calls[call] = fault;
        const calls = countCalls(page, call);
        await writeText(chat);
        await context.setOffline(!fault);
        if (call === 'send') await chat.input.press('Enter');
        else await chat.pick(imageFile());
        if (isTimeout) {
          await expect(chat.input).toBeDisabled();
          await expect.poll(() => provider.ledger.requests(call)).toHaveLength(1);
        }
        await expect
          .poll(async () => {
            // Advances again in each poll, because each progress event restarts the timeout.
            if (isTimeout) await page.clock.runFor(REQUEST_TIMEOUT);
            return log.lines;
          })
          .toContain(line);
        await expectUnchanged(chat);
        await expect(chat.input).toBeFocused();
        await expect(chat.messages).toHaveCount(0);
        expect(calls()).toBe(1);

        provider.switches.calls[call] = undefined;
        await context.setOffline(false);
        if (call === 'send') await page.keyboard.press('Enter');
        else await chat.pick(imageFile());
        await expect(chat.own).toHaveCount(1);
        await expect(chat.input).toHaveValue(call === 'send' ? '' : TEXT);
        expect(calls()).toBe(2);
      });
    }
  });
}

test('What is typed during a send that fails follows the text that stays, and is not sent', async ({
  page,
  chat,
  log,
  provider,
}) => {
  log.expectErrors('Sending a message failed: 500');
  await chat.open();
  provider.switches.calls.send = { status: 500 };
  const send = await hold(page, '**/api/66/send');
  await chat.say(TEXT);
  await send.requested;
  await page.keyboard.type('komək');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('lazımdır');
  send.release();
  await expect(chat.input).toHaveValue(`${TEXT}\nkomək\nlazımdır`);
  await expectUsable(chat);
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test.describe('The response of a stored message is lost', () => {
  /** How the response is lost, and what the customer types before the history arrives. */
  const LOST: [cause: string, isTimeout: boolean, isOffline: boolean, typed: string][] = [
    ['clears the input after a cut', false, false, ''],
    ['keeps a text that was changed after a cut', false, false, ' Sagol'],
    ['clears the input after a timeout of 100 s', true, false, ''],
    ['clears the input when the browser is online again', false, true, ''],
  ];
  for (const [outcome, isTimeout, isOffline, typed] of LOST) {
    test(`and the history shows the message and ${outcome}`, async ({
      page,
      context,
      chat,
      provider,
      log,
    }) => {
      const line = `Sending a message failed: ${isTimeout ? 'TIMEOUT_ERROR' : 'FETCH_ERROR'}`;
      log.expectErrors(line);
      await page.clock.install();
      await chat.open();
      // No history is pending at the timeout of the message.
      await chat.refetch();
      const history = await hold(page, '**/api/66/messages/*');
      if (isTimeout) provider.switches.calls.send = { end: 'hang', when: 'after' };
      else await loseResponse(page);
      const calls = countCalls(page, 'send');
      await context.setOffline(isOffline);
      await writeText(chat);
      await chat.input.press('Enter');
      await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
      if (isTimeout) await page.clock.runFor(REQUEST_TIMEOUT);
      await expect.poll(() => log.lines).toContain(line);
      await expectUnchanged(chat);
      await chat.input.press('End');
      await page.keyboard.type(typed);
      await context.setOffline(false);
      history.release();
      await chat.expectTexts(TEXT);
      await expect(chat.input).toHaveValue(typed && TEXT + typed);
      await expect(chat.input).toBeFocused();
      expect(calls()).toBe(1);
    });
  }

  test('and the history removes the waiting image', async ({ page, chat, provider, log }) => {
    log.expectErrors('Sending a message failed: FETCH_ERROR');
    await chat.open();
    await loseResponse(page);
    await dispatch(page, 'drop', [imageFile()]);
    await expect(chat.waiting).toHaveCount(1);
    await writeText(chat);
    await chat.input.press('Enter');
    await expect(chat.messages).toHaveCount(1);
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toHaveValue('');
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('and the history shows a picked image, and keeps text and selection', async ({
    page,
    chat,
    log,
  }) => {
    log.expectErrors('Sending a message failed: FETCH_ERROR');
    await chat.open();
    await loseResponse(page);
    const calls = countCalls(page, 'send');
    await writeText(chat);
    await chat.pick(imageFile());
    await expect(chat.messages).toHaveCount(1);
    await expectUnchanged(chat);
    expect(calls()).toBe(1);
  });
});

/** Repeated presses that are meant as one. */
const REPEATED_PRESSES: Record<string, (chat: CustomerChat) => Promise<unknown>> = {
  'Enter, and again as soon as the input is enabled': async ({ page, input }) => {
    await input.evaluate((element) => {
      const pressAgain = () =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        );
      // The page's next task, ahead of anything that the app has scheduled.
      new MutationObserver((_, observer) => {
        if (element.hasAttribute('disabled')) return;
        observer.disconnect();
        void scheduler.postTask(pressAgain, { priority: 'user-blocking' });
      }).observe(element, { attributeFilter: ['disabled'] });
    });
    await page.keyboard.press('Enter');
  },
  'a double click': ({ send }) => send.dblclick(),
};

test.describe('Repeated presses', () => {
  for (const [presses, press] of Object.entries(REPEATED_PRESSES)) {
    test(`send one message: ${presses}`, async ({ page, chat, provider, customer }) => {
      await chat.open();
      const calls = countCalls(page, 'send');
      await writeText(chat);
      await press(chat);
      await chat.expectTexts(TEXT);
      await expect(chat.input).toHaveValue('');
      await expect(chat.input).toBeFocused();
      // A second message: a duplicate request for the first would precede it.
      await chat.say('sonra');
      await chat.expectTexts(TEXT, 'sonra');
      expect(calls()).toBe(2);
      expect(provider.conversation(customer.id)).toHaveLength(2);
    });
  }
});

test.describe('A POST that a proxy redirects to its own page', () => {
  for (const status of [302, 307])
    test(`keeps the text and fetches the history after a ${status}`, async ({
      chat,
      customer,
      log,
      provider,
    }) => {
      log.expectErrors('Sending a message failed: REDIRECTED');
      await chat.open();
      const histories = () => provider.ledger.requests('messages').length;
      const before = histories();
      // The browser follows the redirect. Its 2xx or 4xx is not the provider's response.
      const location = `/api/66/messages/${customer.id}`;
      provider.switches.calls.send = { status, location, times: 1 };
      await chat.input.fill(TEXT);
      await chat.input.press('Enter');
      await expect.poll(histories).toBeGreaterThan(before);
      await expect(chat.input).toBeEnabled();
      await expect(chat.input).toHaveValue(TEXT);
      await chat.expectTexts();
      await chat.input.press('Enter');
      await chat.expectTexts(TEXT);
      await expect(chat.input).toHaveValue('');
    });
});
