import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from '../support/browser/fixtures';
import { installFixedFont } from '../support/browser/screen';
import { NOW, STATES } from '../support/browser/screenStates';

const FILE = path.join(__dirname, 'lost-response.webp');
const TEXT = 'Çatdırılma ünvanını dəyişmək olar?';
const ANSWER = 'Bəli, yeni ünvanı yazın, dəyişirəm.';

/** The line is cut after the provider has stored a message, and before the page knows it. */
test('A message whose response is lost', async ({
  page,
  context,
  login,
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors(...Array<unknown>(2).fill(expect.stringMatching(/ failed: FETCH_ERROR$/)));
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await installFixedFont(page);
  await STATES['chat, typical']({ login, chat, provider, customer });
  const images: Buffer[] = [];
  const delay: number[] = [];
  /** Adds a frame. @param duration in ms */
  const show = async (duration: number) => {
    images.push(await page.screenshot());
    delay.push(duration);
  };

  await chat.input.click();
  await show(1_000);
  for (const word of TEXT.split(/(?<= )/)) {
    await page.keyboard.type(word);
    await show(250);
  }
  await page.route('**/api/66/send', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort('connectionreset');
  });
  await page.keyboard.press('Enter');
  await expect(chat.strip).toHaveText('Əlaqə yoxdur');
  await expect(chat.input).toHaveValue(TEXT);
  await show(2_500);
  await context.setOffline(false);
  await expect(chat.own.last()).toContainText(TEXT);
  await expect(chat.input).toHaveValue('');
  await chat.waitUntilConnected();
  await expect(chat.send).toBeDisabled();
  // The look of a disabled button is delayed.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await show(1_500);
  const timestamp = NOW.replace('20:00', '21:00');
  provider.pushMessage(customer.id, provider.store(customer.id, { text: ANSWER, timestamp }));
  await expect(chat.incoming.last()).toContainText(ANSWER);
  await show(3_000);
  await sharp(images, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 85 })
    .toFile(FILE);
});
