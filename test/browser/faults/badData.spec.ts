import { SKIPPED_PAYLOAD, UNKNOWN_EVENT } from '../../support/console/appLines';
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

  test('(C2) ignores unknown record types and unknown events', async ({ chat, provider, log }) => {
    log.expectWarnings(UNKNOWN_EVENT);
    await chat.open();
    provider.hub.sendRaw(
      `{"type":99}${RECORD_END}{"type":3,"invocationId":"99","result":1}${RECORD_END}`,
    );
    provider.hub.sendRaw(invocation({ text: 'Oops' }, 'Foo'));
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    expect(countAttempts(provider)).toBe(1);
    expect(log.lines).not.toContain(SKIPPED_LINE);
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

  test('(C4) shows no messages of other users, neither live nor from the history', async ({
    chat,
    provider,
    customer,
  }) => {
    const { id } = customer;
    const base = { imageUrl: null, timestamp: '2026-03-05T10:00:00' };
    const toOtherUser = { ...base, fromUserId: 1, toUserId: id + 1, text: 'başqasına' };
    const fromOtherUser = { ...base, fromUserId: id + 1, toUserId: 1, text: 'başqasından' };
    provider.store(id, toOtherUser);
    chat.storeIncoming('birinci');
    await chat.open();
    provider.push(id, toOtherUser);
    provider.push(id, fromOtherUser);
    chat.operatorSays('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(C5) shows messages without text, without an image and without both', async ({
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    const base = { fromUserId: 1, toUserId: customer.id, timestamp: '2026-03-05T10:00:00' };
    provider.push(customer.id, { ...base, text: null, imageUrl: 'uploads/x.png' });
    provider.push(customer.id, { ...base, text: null, imageUrl: null });
    provider.push(customer.id, { ...base, text: 'Salam' });
    await expect(chat.messages).toHaveCount(3);
    await expect(chat.messages.nth(0)).toContainText('Şəkil açılmadı');
    await expect(chat.messages.nth(1)).toHaveText('Operator: 14:00');
    await expect(chat.messages.nth(2)).toHaveText('Operator: Salam14:00');
    await expect(chat.input).toBeEnabled();
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

  test('(C8) shows an own message once although the hub delivers it twice', async ({
    chat,
    provider,
    customer,
  }) => {
    provider.switches.echo = true;
    provider.switches.broadcastOnSend = true;
    await chat.open();
    await chat.say('birinci');
    await expect.poll(() => provider.ledger.of('delivery')).toHaveLength(2);
    provider.push(customer.id, provider.conversation(customer.id)[0]);
    chat.operatorSays('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    await chat.dropAndReconnect();
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(C9) keeps equal texts that either side sent on purpose, also after a drop', async ({
    chat,
    provider,
  }) => {
    provider.switches.echo = true;
    await chat.open();
    await chat.say('Bəli');
    await chat.expectTexts('Bəli');
    await chat.say('Bəli');
    await chat.expectTexts('Bəli', 'Bəli');
    chat.operatorSays('Bəli');
    chat.operatorSays('Bəli');
    await chat.expectTexts('Bəli', 'Bəli', 'Bəli', 'Bəli');
    await chat.dropAndReconnect();
    await chat.expectTexts('Bəli', 'Bəli', 'Bəli', 'Bəli');
    await expect(chat.own).toHaveCount(2);
  });

  test('(C10) keeps the order of arrival when timestamps run backwards', async ({
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    for (const hour of [12, 11, 10]) {
      const message = { text: `saat ${hour};`, timestamp: `2026-03-05T${hour}:00:00` };
      provider.push(customer.id, provider.store(customer.id, message));
    }
    const shown = ['saat 12;16:00', 'saat 11;15:00', 'saat 10;14:00'].map(
      (text) => `Operator: ${text}`,
    );
    await expect(chat.messages).toHaveText(shown);
    await chat.dropAndReconnect();
    await expect(chat.messages).toHaveText(shown);
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
