import { expect, test } from '../../support/deployment/aspnetFixtures';

test.describe('Image upload', () => {
  test('fails for a file over the host’s limit and leaves the chat usable', async ({
    chat,
    host,
    customer,
    log,
  }) => {
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    const buffer = Buffer.alloc(25 * 1024 * 1024);
    await chat.pick({ name: 'şəkil.png', mimeType: 'image/png', buffer });
    // The host responds and closes while the file is still in flight; the browser sees either.
    const failure = /^Sending an image failed: (400|FETCH_ERROR)$/;
    const failures = () => log.lines.filter((line) => failure.test(line));
    await expect.poll(failures).toHaveLength(1);
    log.expectErrors(...failures());
    await chat.say('birinci');
    await chat.expectTexts('birinci');
    expect(await host.control.conversation(customer.id)).toHaveLength(1);
  });
});
