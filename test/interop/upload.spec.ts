import { expect, test } from './fixtures';

test('a picture over the host’s limit is not sent, and the chat goes on', async ({
  chat,
  host,
  customer,
  page,
  log,
}) => {
  await chat.openWith(customer.token);
  await chat.isConnected();
  const dialog = page.waitForEvent('filechooser');
  await chat.attach.click();
  const buffer = Buffer.alloc(25 * 1024 * 1024);
  await (await dialog).setFiles({ name: 'şəkil.png', mimeType: 'image/png', buffer });
  // The host answers and hangs up while the file is still on its way: whichever the browser sees.
  const failure = /^Sending an image failed: (400|FETCH_ERROR)$/;
  const failures = () => log.lines.filter((line) => failure.test(line));
  await expect.poll(failures).toHaveLength(1);
  log.expectErrors(...failures());
  await chat.say('birinci');
  await chat.shows('birinci');
  expect(await host.control.conversation(customer.id)).toHaveLength(1);
});
