import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { uploadImage } from '../support/browser/images';

/** Records the texts added to live regions, as a screen reader reads them. @returns reads the texts */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const announcements = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const isLive = (element: Element | null | undefined): boolean => {
      const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
      return region !== null && region?.getAttribute('aria-live') !== 'off';
    };
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!isLive(element)) continue;
        const added = type === 'characterData' ? [target] : [...addedNodes];
        texts.push(...added.map((node) => node.textContent ?? ''));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => announcements.jsonValue();
}

test.describe('Announcements for screen readers', () => {
  test('each incoming message is announced once, in order, with its sender and time', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await page.clock.setFixedTime('2026-03-05T10:20:00Z');
    chat.storeIncoming('köhnə');
    const imageUrl = await uploadImage(provider, customer.token);
    await chat.open();
    const announced = await recordAnnouncements(page);
    chat.operatorSays('birinci');
    chat.operatorSays('birinci');
    provider.operator.send(customer.id, { imageUrl });
    await expect.poll(async () => (await announced()).join()).toContain('Şəkil');
    await chat.say('mənimki');
    await expect(chat.own).toHaveCount(1);
    provider.operator.send(customer.id, { text: 'üçüncü', imageUrl });
    await expect(chat.messages).toHaveCount(6);
    const [, ...times] = await chat.incoming.locator('time').allTextContents();
    await expect
      .poll(async () => (await announced()).join('. '))
      .toBe(
        [
          `Operator: birinci, ${times[0]}`,
          `Operator: birinci, ${times[1]}`,
          `Operator: Şəkil, ${times[2]}`,
          `Operator: üçüncü, Şəkil, ${times[3]}`,
        ].join('. '),
      );
  });

  test('the chat is announced after a sign-in', async ({ page, login, chat }) => {
    await login.open();
    const announced = await recordAnnouncements(page);
    await login.phone.fill('+994501234567');
    await login.button.click();
    await expect(chat.input).toBeFocused();
    await expect.poll(announced).toContain('Dəstək Xidməti. Mesajınızı yazın...');
  });

  test('only the beginning of a very long text is announced', async ({ page, chat }) => {
    await page.clock.setFixedTime('2026-03-05T10:20:00Z');
    await chat.open();
    const announced = await recordAnnouncements(page);
    chat.operatorSays('salam '.repeat(2_000));
    await expect(chat.messages).toHaveCount(1);
    const time = await chat.incoming.last().locator('time').textContent();
    await expect.poll(announced).toEqual([`Operator: ${'salam '.repeat(666)}, ${time}`]);
  });

  test('missed messages and connection states are announced once', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors();
    chat.storeIncoming('köhnə');
    await chat.open();
    const announced = await recordAnnouncements(page);
    provider.switches.calls.negotiate = [{ status: 503, times: 1 }];
    provider.hub.terminate();
    chat.storeIncoming('buraxılmış');
    await expect
      .poll(async () => (await announced()).join())
      .toMatch(/Yenidən qoşulur.*Operator: buraxılmış, /);
    await chat.waitUntilConnected();
    await chat.dropAndReconnect();
    const texts = await announced();
    expect(texts.filter((line) => line.startsWith('Operator'))).toHaveLength(1);
    expect(texts.filter((line) => !line.startsWith('Operator'))).toEqual([
      'Yenidən qoşulur',
      'Qoşulub',
      'Yenidən qoşulur',
      'Qoşulub',
    ]);
  });

  test('the accessibility tree has headings, labels and roles for every part', async ({
    page,
    chat,
    login,
    provider,
    customer,
  }) => {
    await login.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Telefon nömrənizi daxil edin" [level=1]
      - textbox "Telefon nömrəsi": "+994"
      - button "Daxil ol"
  `);
    const imageUrl = await uploadImage(provider, customer.token);
    chat.storeIncoming('Salam');
    chat.storeOwn('Sağ olun');
    provider.store(customer.id, { imageUrl });
    await chat.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - text: Qoşulub
      - heading "Dəstək Xidməti" [level=1]
      - paragraph: Aktiv operator
      - button "Çıxış"
      - status
    - main:
      - log "Mesajlar":
        - heading "Bu gün" [level=2]
        - article:
          - text: "Operator:"
          - paragraph: Salam
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Siz:"
          - paragraph: Sağ olun
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Operator:"
          - link "Şəkli yeni vərəqdə aç":
            - img "Şəkil"
          - time: /\\d\\d:\\d\\d/
    - form "Yeni mesaj":
      - button "Şəkil əlavə et"
      - textbox "Mesaj"
      - button "Göndər" [disabled]
  `);
  });
});
