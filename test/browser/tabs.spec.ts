import { expect, test } from '../support/browser/fixtures';
import { hubCalls } from '../support/browser/outage';

test.describe('Two tabs of a customer', () => {
  test('show a message that one of them sends, at once and once', async ({
    context,
    chat,
    provider,
  }) => {
    await chat.open();
    const other = chat.onPage(await context.newPage());
    await other.page.goto('/chat');
    await other.waitUntilConnected();
    // The stand-in delivers no echo by default, so only the first tab knows of the message.
    await chat.say('birinci');
    await other.expectTexts('birinci');
    provider.switches.echo = true;
    await chat.say('ikinci');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(2);
    chat.operatorSays('üçüncü');
    await other.expectTexts('birinci', 'ikinci', 'üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
  });

  test('ignore whatever else is posted on their channel', async ({ context, page, chat }) => {
    await chat.open();
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(() => {
      const channel = new BroadcastChannel('support-chat');
      const messages = [
        null,
        undefined,
        7,
        'salam',
        [],
        {},
        { userId: 7 },
        { userId: 7, sent: null },
      ];
      messages.forEach((message) => {
        channel.postMessage(message);
      });
    });
    await chat.say('salam');
    await chat.expectTexts('salam');
    expect(await page.title()).toBe('Dəstək Xidməti');
  });
});
