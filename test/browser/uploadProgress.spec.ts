import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';

test.describe('Upload progress', () => {
  test('is shown in percent and size, then as sending', async ({ page, context, chat }) => {
    await chat.open();
    const shown = await page.evaluateHandle(() => {
      const values: string[] = [];
      new MutationObserver(() => {
        const percent =
          document.querySelector('progress')?.previousElementSibling?.textContent ?? '';
        if (percent !== values.at(-1)) values.push(percent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return values;
    });
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 600_000,
    });
    const file = imageFile();
    // Appended bytes keep the image valid and make the upload slow enough to watch.
    file.buffer = Buffer.concat([file.buffer, Buffer.alloc(1_200_000, 7)]);
    await chat.pick(file);
    const bar = page.getByRole('progressbar', { name: 'Şəkil göndərilir' });
    await expect(bar).toBeVisible();
    await expect(chat.input).toBeDisabled();
    await expect(chat.own.getByRole('img')).toBeVisible();
    await expect(bar).toBeHidden();
    const texts = (await shown.jsonValue()).filter(Boolean);
    for (const text of texts) expect(text).toMatch(/^\d+% · [01],\d \/ 1,2 MB$/);
    const percents = texts.map((value) => parseInt(value));
    expect(percents.length, String(percents)).toBeGreaterThan(4);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true);
  });
});
