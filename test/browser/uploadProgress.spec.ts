import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';
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

  test('counts the images when several are sent', async ({ page, chat }) => {
    await chat.open();
    const sending = await hold(page, '**/api/66/send');
    await chat.pick(imageFile({ name: 'a.png' }), imageFile({ name: 'b.png' }));
    await sending.requested;
    await expect(page.getByText('Göndərilir (1/2)')).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Göndərilir' });
    // A progress bar without a value is indeterminate.
    await expect(bar).not.toHaveAttribute('value');
    await expect(chat.cancel).toBeDisabled();
    sending.release();
    await expect(chat.own.getByRole('img')).toHaveCount(2);
    await expect(page.getByRole('progressbar')).toBeHidden();
  });

  test('disappears when an upload fails, and the next upload works', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(
      'Sending an image failed: 500',
      'Sending an image failed: FETCH_ERROR',
      'Sending an image failed: FETCH_ERROR',
    );
    provider.switches.calls.upload = [{ status: 500, times: 1 }];
    await chat.open();
    await chat.pick(imageFile());
    await expect(chat.attach).toBeEnabled();
    await expect(page.getByRole('progressbar')).toBeHidden();
    provider.switches.calls.upload = [
      { end: 'cut', times: 1 },
      // Over the size limit of responses.
      { body: ' '.repeat(33 * 1024 * 1024), times: 1 },
    ];
    for (let failing = 0; failing < 2; failing += 1) {
      await chat.pick(imageFile());
      await expect(chat.attach).toBeEnabled();
    }
    await chat.pick(imageFile());
    await expect(chat.own.getByRole('img')).toBeVisible();
  });
});
