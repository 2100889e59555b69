import type { Page } from '@playwright/test';
import type { Fault } from '../../stand-in/control/switches';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { hold } from '../../support/page/page';
import { dispatch, toDropped, imageFile } from '../../support/browser/images';

const HTML = { body: '<h1>Oops</h1>', contentType: 'text/html' };
const TEXT = 'Salam, necəsiniz?';
const SELECTION = [3, 8];

/** Fills in the text and selects a part of it. */
async function writeText({ input }: CustomerChat): Promise<void> {
  await input.click();
  await input.fill(TEXT);
  await input.evaluate((element: HTMLTextAreaElement, [start, end]) => {
    element.setSelectionRange(start ?? 0, end ?? 0);
  }, SELECTION);
}

/** Expects the text, its selection and the controls as they were before sending. */
async function expectUnchanged({ page, input, send, attach }: CustomerChat): Promise<void> {
  await expect(input).toBeEnabled();
  await expect(input).toHaveValue(TEXT);
  const selection = await input.evaluate(
    ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd],
  );
  expect(selection).toEqual(SELECTION);
  await expect(send).toBeEnabled();
  await expect(attach).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
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

interface Failure {
  fault?: Fault;
  isOffline?: boolean;
  /** Milliseconds on the page's clock until the request times out. */
  timeout?: number;
  error: string;
}

const SEND_FAILURES: Record<string, Failure> = {
  'send responds 500 with HTML': { fault: { status: 500, ...HTML }, error: '500' },
  'the connection drops before the message is stored': {
    fault: { end: 'drop' },
    error: 'FETCH_ERROR',
  },
  'send never responds': { fault: { end: 'hang' }, timeout: 100_000, error: 'TIMEOUT_ERROR' },
  'the browser is offline': { isOffline: true, error: 'FETCH_ERROR' },
};

test.describe('Faults while sending a text', () => {
  for (const [cause, { fault, isOffline, timeout, error }] of Object.entries(SEND_FAILURES)) {
    test(`keeps text, caret and focus and can send again when ${cause}`, async ({
      page,
      context,
      chat,
      provider,
      log,
    }) => {
      log.expectErrors(
        `Sending a message failed: ${error}`,
        ...(isOffline ? ['Loading history failed: FETCH_ERROR'] : []),
      );
      await page.clock.install();
      await chat.open();
      // No history is due while the test compares the texts.
      await page.clock.runFor(7_000);
      await chat.waitUntilCaughtUp();
      provider.switches.calls.send = fault;
      await context.setOffline(isOffline ?? false);
      const calls = countCalls(page, 'send');
      await writeText(chat);
      await chat.input.press('Enter');
      if (timeout) {
        await expect(chat.input).toBeDisabled();
        await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
        await page.clock.runFor(timeout);
      }
      await expect.poll(() => log.lines).toContain(`Sending a message failed: ${error}`);
      await expectUnchanged(chat);
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

  /** How the response of a POST is lost after the provider has stored the message. */
  const LOST: Record<string, { timeout?: number; isOffline?: boolean }> = {
    'its response is cut': {},
    'its response does not come within 100 s': { timeout: 100_000 },
    'the browser goes offline': { isOffline: true },
  };
  for (const [cause, { timeout, isOffline = false }] of Object.entries(LOST)) {
    for (const typed of ['', ' Sagol']) {
      const outcome = typed ? 'keeps a text that was changed' : 'clears the input';
      test(`shows a stored message and ${outcome} when ${cause}`, async ({
        page,
        context,
        chat,
        provider,
        log,
      }) => {
        log.expectErrors(`Sending a message failed: ${timeout ? 'TIMEOUT_ERROR' : 'FETCH_ERROR'}`);
        await page.clock.install();
        await chat.open();
        const history = await hold(page, '**/api/66/messages/*');
        if (timeout) provider.switches.calls.send = { end: 'hang', when: 'after' };
        else await loseResponse(page);
        const calls = countCalls(page, 'send');
        await context.setOffline(isOffline);
        await writeText(chat);
        await chat.input.press('Enter');
        await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
        if (timeout) await page.clock.runFor(timeout);
        await expect
          .poll(() => log.lines)
          .toContainEqual(expect.stringMatching(/^Sending a message failed/));
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
  }

  test('removes a waiting image when the history has its message', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: FETCH_ERROR');
    await chat.open();
    await loseResponse(page);
    await dispatch(page, 'drop', { files: [toDropped(imageFile())] });
    await expect(chat.waiting).toHaveCount(1);
    await writeText(chat);
    await chat.input.press('Enter');
    await expect(chat.messages).toHaveCount(1);
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toHaveValue('');
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  /** Bodies of a 2xx response. */
  const ACCEPTED: Record<string, Fault> = {
    'is cut off': { end: 'cut' },
    stalls: { end: 'stall' },
  };
  for (const [body, fault] of Object.entries(ACCEPTED)) {
    test(`shows an accepted message once and clears the input when the response body ${body}`, async ({
      page,
      chat,
      provider,
      log,
    }) => {
      log.expectErrors();
      await chat.open();
      provider.switches.calls.send = { when: 'after', ...fault };
      const calls = countCalls(page, 'send');
      await writeText(chat);
      await chat.input.press('Enter');
      await chat.expectTexts(TEXT);
      await expect(chat.input).toHaveValue('');
      await expect(chat.input).toBeFocused();
      await expect(chat.attach).toBeEnabled();
      expect(calls()).toBe(1);
    });
  }

  test('leaves the focus where the customer moved it while a send was pending', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: 500');
    await chat.open();
    provider.switches.calls.send = { status: 500 };
    const response = await hold(page, '**/api/66/send');
    await writeText(chat);
    await chat.input.press('Enter');
    await response.requested;
    await chat.list.focus();
    response.release();
    await expectUnchanged(chat);
    await expect(chat.list).toBeFocused();
  });
});

const UPLOAD_FAILURES: Record<string, Failure> = {
  'upload responds 500 with HTML': { fault: { status: 500, ...HTML }, error: '500' },
  'the connection drops before the image is stored': {
    fault: { end: 'drop' },
    error: 'FETCH_ERROR',
  },
  'upload never responds': { fault: { end: 'hang' }, timeout: 60_000, error: 'TIMEOUT_ERROR' },
  'the browser is offline': { isOffline: true, error: 'FETCH_ERROR' },
};

test.describe('Faults while sending an image', () => {
  for (const [cause, { fault, isOffline, timeout, error }] of Object.entries(UPLOAD_FAILURES)) {
    test(`keeps text, caret and controls when ${cause}`, async ({
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
      await writeText(chat);
      await context.setOffline(isOffline ?? false);
      await chat.pick(imageFile());
      if (timeout) {
        await expect(chat.input).toBeDisabled();
        await expect.poll(() => provider.ledger.requests('upload')).toHaveLength(1);
      }
      await expect
        .poll(async () => {
          // Advances again in each poll, because each progress event restarts the timeout.
          if (timeout) await page.clock.runFor(timeout);
          return log.lines;
        })
        .toContain(`Sending an image failed: ${error}`);
      await expectUnchanged(chat);
      expect(calls()).toBe(1);
      expect(provider.ledger.requests('send')).toEqual([]);
      await expect(chat.messages).toHaveCount(0);
    });
  }

  test('keeps text and caret when the upload succeeds and send responds 503', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: 503');
    await chat.open();
    provider.switches.calls.send = { status: 503 };
    const calls = countCalls(page, 'send');
    await writeText(chat);
    await chat.pick(imageFile());
    await expect.poll(() => log.lines).toContain('Sending a message failed: 503');
    await expectUnchanged(chat);
    expect(calls()).toBe(1);
    await expect(chat.messages).toHaveCount(0);
  });

  test('shows a stored image and keeps text and caret when the response of the message is lost', async ({
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
  'five fast Enters': ({ page }) =>
    Promise.all(Array.from({ length: 5 }, () => page.keyboard.press('Enter'))),
  'five Enters within one task': ({ input }) =>
    input.evaluate((element) => {
      for (let time = 0; time < 5; time += 1) {
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        );
      }
    }),
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
  'Enter and a click at the same time': async ({ page, send }) => {
    const box = await send.boundingBox();
    if (!box) throw new Error('The send button has no bounding box.');
    const { x, y, width, height } = box;
    await Promise.all([
      page.keyboard.press('Enter'),
      page.mouse.click(x + width / 2, y + height / 2),
    ]);
  },
};

test.describe('Composer', () => {
  for (const [presses, press] of Object.entries(REPEATED_PRESSES)) {
    test(`sends one message for ${presses}`, async ({ page, chat, provider, customer }) => {
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
