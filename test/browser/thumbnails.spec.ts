import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { hold } from '../support/page/page';

/** Waits for a number of frames. Runs in the page. */
async function waitForFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

test.describe('Thumbnails', () => {
  test('that are not loaded cost no style recalculation while nothing happens', async ({
    page,
    chat,
  }) => {
    await chat.storeImage();
    chat.storeIncoming(...Array.from({ length: 30 }, (_, number) => `Mesaj ${number}`));
    await chat.storeImage();
    const response = await hold(page, '**/uploads/*');
    await chat.open();
    await response.requested;
    await chat.input.focus();
    await expect(chat.messages.getByRole('img')).toHaveCount(2);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const countRecalculations = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? NaN;
    };
    for (const media of [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { reducedMotion: 'reduce' },
    ] as const) {
      await page.emulateMedia(media);
      await page.evaluate(waitForFrames, 30);
      const before = await countRecalculations();
      await page.evaluate(waitForFrames, 30);
      expect([media, (await countRecalculations()) - before]).toEqual([media, 0]);
      const endless = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity),
      );
      expect(endless).toEqual([]);
    }
  });

  test('are requested one screen before they are in view, not earlier', async ({ page, chat }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname.slice(1)));
    const fillScreens = (screens: number) =>
      chat.storeIncoming(...Array.from({ length: 20 * screens }, () => 'Mesaj'));
    const far = await chat.storeImage();
    fillScreens(2);
    const near = await chat.storeImage();
    fillScreens(1);
    await chat.open();
    await expect(chat.messages.getByRole('img').last()).not.toBeInViewport();
    await expect.poll(() => requested).toContain(near);
    expect(requested).not.toContain(far);
  });

  test('of the customer show the file, which is downloaded only after a reload', async ({
    page,
    chat,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await chat.open();
    const heights = await page.evaluateHandle(() => {
      const sampled: number[] = [];
      const sample = () => {
        const frame = document.querySelector<HTMLElement>('a[data-loaded]');
        if (frame) sampled.push(frame.offsetHeight);
        requestAnimationFrame(sample);
      };
      sample();
      return sampled;
    });
    await chat.pick(imageFile());
    const link = chat.own.getByRole('link');
    await expect(link).toHaveAttribute('data-loaded', 'true');
    // From the first frame on.
    expect(new Set(await heights.jsonValue())).toEqual(new Set([135]));
    const url = (await link.getAttribute('href')) ?? '';
    expect(url).toContain('/uploads/');
    await expect(link.locator('img')).toHaveAttribute('src', /^blob:/);
    expect(requested).not.toContain(url);
    await page.reload();
    await expect(link).toHaveAttribute('data-loaded', 'true');
    expect(requested).toContain(url);
  });

  test('of the operator appear once, and their frames ease to their height', async ({
    page,
    chat,
  }) => {
    const imageUrl = await chat.storeImage();
    const response = await hold(page, `**/${imageUrl}`);
    await chat.open();
    await response.requested;
    const link = chat.incoming.getByRole('link');
    await expect(link).toHaveJSProperty('offsetHeight', 240);
    await expect(link.locator('img')).toHaveCSS('opacity', '0');
    const easing = 'width 0.16s ease-out, height 0.16s ease-out';
    await expect(link).toHaveCSS('transition', easing);
    // The image must fill the frame at each step.
    await expect(link.locator('img')).toHaveCSS('transition', `${easing}, opacity 0.16s ease-out`);
    response.release();
    await expect(link.locator('img')).toHaveCSS('opacity', '1');
    await expect(link).toHaveJSProperty('offsetHeight', 135);
  });

  test('fit their image, move no visible row, and open the full image in a new tab', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await chat.storeImage(imageFile({ width: 60, height: 400 }));
    for (let number = 0; number < 30; number += 1) chat.storeIncoming(`Mesaj ${number}`);
    chat.storeIncoming('Sonuncu');
    provider.store(customer.id, { imageUrl: `${imageUrl}?2` });
    chat.storeIncoming('Bir', 'İki');
    const response = await hold(page, `**/${imageUrl}*`);
    await chat.open();
    await response.requested;
    const held = chat.messages.filter({ hasText: 'Bir' });
    await chat.scrollBy(-0.1);
    const top = async () => (await held.boundingBox())?.y ?? NaN;
    const before = await top();
    response.release();
    const image = chat.messages.nth(-3).getByRole('img');
    const frame = image.locator('..');
    await expect(image).toHaveJSProperty('naturalWidth', 60);
    // Until the frame has its size, the image fills it.
    await expect(image).toHaveJSProperty('offsetHeight', 240);
    // A crop shows the top of a long receipt.
    await expect(image).toHaveCSS('object-position', '50% 0%');
    expect(await top()).toBeCloseTo(before, 0);
    await expect(frame).toHaveJSProperty('offsetHeight', 240);
    await chat.scrollBy(0.3);
    await expect(frame).toHaveJSProperty('offsetHeight', 80);
    await expect(image).toHaveJSProperty('offsetHeight', 80);
    await chat.expectAtBottom();
    const opening = page.waitForEvent('popup');
    await image.click();
    await expect(await opening).toHaveURL(`${provider.url}/${imageUrl}?2`);
    await expect(page).toHaveURL('/chat');
  });

  test('are not loaded again, nor move, when a history signs their URLs again', async ({
    page,
    chat,
    provider,
  }) => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/uploads/')) requests += 1;
    });
    provider.switches.signsImages = true;
    provider.switches.roundsTimes = true;
    await page.clock.install();
    chat.storeIncoming(...Array.from({ length: 30 }, (_, index) => `Mesaj ${index}`));
    await chat.storeImage();
    await chat.open();
    chat.operatorSays('canlı');
    await expect(chat.messages.last()).toContainText('canlı');
    // The live message proves the connection, so the history follows.
    await chat.waitForSecondHistory();
    await chat.expectAtBottom();
    const link = chat.messages.getByRole('link');
    await expect(link).toHaveAttribute('data-loaded', 'true');
    const first = (await link.getAttribute('href')) ?? '';
    const loaded = (await link.getByRole('img').getAttribute('src')) ?? '';
    await chat.scrollBy(-0.5);
    const positions = await chat.recordScrolling();
    provider.hub.terminate();
    await expect(link).not.toHaveAttribute('href', first);
    expect(await positions()).toHaveLength(1);
    await expect(link.getByRole('img')).toHaveAttribute('src', loaded);
    expect(requests).toBe(1);
  });

  test('do not move if the system asks for reduced motion', async ({ page, chat, provider }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const imageUrl = await chat.storeImage();
    await chat.open();
    const still = chat.messages.getByRole('img', { name: 'Şəkil' });
    await expect(still).toHaveJSProperty('tagName', 'CANVAS');
    await expect(still).toHaveJSProperty('offsetHeight', 135);
    await expect(chat.messages.getByRole('link')).toHaveAttribute(
      'href',
      `${provider.url}/${imageUrl}`,
    );
  });
});
