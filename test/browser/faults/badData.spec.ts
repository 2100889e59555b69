import { SKIPPED_PAYLOAD } from '../../support/console/captureConsole';
import { expect, test } from '../../support/browser/fixtures';
import { countAttempts } from '../../support/browser/outage';

const RECORD_END = '\x1e';
const SKIPPED_LINE = 'Skipped a ReceiveMessage payload that is not a message.';

const invocation = (payload: unknown, target = 'ReceiveMessage') =>
  JSON.stringify({ type: 1, target, arguments: [payload] }) + RECORD_END;

/** Frames that the client cannot parse. */
const MALFORMED_FRAMES = {
  'that is not JSON': `Oops${RECORD_END}`,
  'without a record separator': '{"type":6}',
  'without a message type': `{}${RECORD_END}`,
};

test.describe('Bad data', () => {
  for (const [description, malformed] of Object.entries(MALFORMED_FRAMES)) {
    test(`(C1) reconnects after a frame ${description} and loses none of its valid records`, async ({
      chat,
      customer,
      provider,
    }) => {
      chat.storeIncoming('birinci');
      await chat.open();
      const message = provider.store(customer.id, { text: 'ikinci' });
      provider.hub.sendRaw(invocation(message) + malformed);
      await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
      await chat.waitUntilConnected();
      chat.operatorSays('üçüncü');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
    });
  }

  test('(C1) reconnects after a binary frame and loses no message', async ({
    page,
    chat,
    provider,
  }) => {
    let sendBinary = (): void => undefined;
    await page.routeWebSocket(/chatHub66/, (socket) => {
      socket.connectToServer();
      sendBinary = () => socket.send(Buffer.from([0, 1, 2]));
    });
    chat.storeIncoming('birinci');
    await chat.open();
    chat.storeIncoming('ikinci');
    sendBinary();
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(C3, C7) skips payloads that are not messages, PascalCase ones too, with one log line each', async ({
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectWarnings(SKIPPED_PAYLOAD);
    await chat.open();
    const { id } = customer;
    const payloads: unknown[] = [
      null,
      'Oops',
      5,
      [],
      [{ fromUserId: 1, text: 'Oops' }],
      {},
      { FromUserId: 1, ToUserId: id, Text: 'Oops' },
    ];
    provider.push(id);
    for (const payload of payloads) provider.push(id, payload);
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    expect(log.lines.filter((line) => line === SKIPPED_LINE)).toHaveLength(payloads.length + 1);
    expect(countAttempts(provider)).toBe(1);
  });

  test('(C6) shows the local time of each timestamp format, and no time for an unusable timestamp', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    const cases: [timestamp: unknown, shown: string][] = [
      ['2026-03-05T10:05:00', '14:05'],
      ['2026-03-05T10:06:00Z', '14:06'],
      ['2026-03-05T14:07:00+04:00', '14:07'],
      ['2026-03-05T10:08:00.1234567', '14:08'],
      ['2026-03-05T10:09:00.1234567Z', '14:09'],
      [undefined, ''],
      [null, ''],
      ['tezliklə', ''],
      [1_772_704_800, ''],
    ];
    cases.forEach(([timestamp], index) => {
      const text = `m${index};`;
      provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text, timestamp });
    });
    await expect(chat.messages).toHaveText(
      cases.map(([, shown], index) => `Operator: m${index};${shown}`),
    );
    await expect(page.getByText('Invalid Date')).toBeHidden();
  });

  test('(C11) shows a burst of a thousand messages in order while the customer types', async ({
    chat,
  }) => {
    await chat.open();
    const burst = Array.from({ length: 1000 }, (_, number) => `Mesaj ${number};`);
    for (const text of burst) chat.operatorSays(text);
    await chat.input.pressSequentially('Salam');
    await expect(chat.input).toHaveValue('Salam');
    await expect(chat.messages.last()).toContainText('Mesaj 999;', { timeout: 10_000 });
    const rows = await chat.readRows();
    expect(rows.map(({ text }) => text)).toEqual(burst);
  });

  test('(C12) shows a message of 5 MB in blocks, and can still send', async ({ chat }) => {
    await chat.open();
    const size = 5_000_000;
    chat.operatorSays('Uzun mesaj. '.repeat(size / 12));
    // Not by role: computing the roles of such a text would be a long task of its own.
    const row = chat.list.locator('[data-own]');
    await expect(row).toHaveCount(1);
    // The browser lays out the blocks in view only.
    const lengths = await row
      .locator('p > span')
      .evaluateAll((blocks) => blocks.map(({ textContent }) => textContent.length));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4_000);
    await expect(row.locator('p > span').first()).toHaveCSS('content-visibility', 'auto');
    await chat.say('Salam');
    await expect(chat.own).toHaveText(/^Siz: Salam/);
  });

  test('(C13) shows markup as text and loads images from the provider host only', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const requestedHosts: string[] = [];
    page.on('request', (request) => requestedHosts.push(new URL(request.url()).host));
    await chat.open();
    const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    chat.operatorSays(markup);
    chat.operatorSays('javascript:alert(1)');
    const urls = [
      'javascript:alert(1)',
      'https://evil.example/x.png',
      '//evil.example/x.png',
      '/\\evil.example/x.png',
      '../x.png',
      'data:text/html,x',
    ];
    for (const imageUrl of urls) {
      provider.push(customer.id, {
        fromUserId: 1,
        toUserId: customer.id,
        imageUrl,
        timestamp: null,
      });
    }
    await chat.expectTexts(markup, 'javascript:alert(1)', ...urls.map(() => 'Şəkil açılmadı'));
    await expect(chat.list.locator('script, img, a')).toHaveCount(0);
    expect(requestedHosts).not.toContain('evil.example');
  });
});
