import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { uploaded } from './pictures';

/** Writes down what is added to live regions, as a screen reader hears it. @returns reads it */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const said: string[] = [];
    const isLive = (element: Element | null | undefined): boolean => {
      const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
      return region !== null && region?.getAttribute('aria-live') !== 'off';
    };
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!isLive(element)) continue;
        const added = type === 'characterData' ? [target] : [...addedNodes];
        said.push(...added.map((node) => node.textContent ?? ''));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return said;
  });
  return () => heard.jsonValue();
}

test('each message of the operator is said once, in order, with who and what', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await page.clock.setFixedTime('2026-03-05T10:20:00Z');
  chat.stored('köhnə');
  const imageUrl = await uploaded(provider, customer.token);
  await chat.open();
  const heard = await listen(page);
  chat.operatorSays('birinci');
  chat.operatorSays('birinci');
  provider.operator.send(customer.id, { imageUrl });
  provider.operator.send(customer.id, { text: 'üçüncü', imageUrl });
  await expect(chat.messages).toHaveCount(5);
  await chat.say('mənimki');
  await expect(chat.own).toHaveCount(1);
  chat.operatorSays('sonuncu');
  await expect(chat.messages).toHaveCount(7);
  const time = await chat.others.last().locator('time').textContent();
  await expect
    .poll(heard)
    .toEqual([
      `Operator: birinci, ${time}`,
      `Operator: birinci, ${time}`,
      `Operator: Şəkil, ${time}`,
      `Operator: üçüncü, Şəkil, ${time}`,
      `Operator: sonuncu, ${time}`,
    ]);
});

test('of a very long text the beginning is said', async ({ page, chat }) => {
  await page.clock.setFixedTime('2026-03-05T10:20:00Z');
  await chat.open();
  const heard = await listen(page);
  chat.operatorSays('salam '.repeat(2_000));
  await expect(chat.messages).toHaveCount(1);
  const time = await chat.others.last().locator('time').textContent();
  await expect.poll(heard).toEqual([`Operator: ${'salam '.repeat(666)}, ${time}`]);
});

test('what was missed is said when it comes, the state of the channel too, and nothing twice', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors();
  chat.stored('köhnə');
  await chat.open();
  const heard = await listen(page);
  provider.switches.calls.negotiate = [{ status: 503, times: 1 }];
  provider.hub.terminate();
  chat.stored('buraxılmış');
  await expect
    .poll(async () => (await heard()).join())
    .toMatch(/Yenidən qoşulur.*Operator: buraxılmış, /);
  await chat.isConnected();
  await chat.isConnectedAfterDrop();
  const said = await heard();
  expect(said.filter((line) => line.startsWith('Operator'))).toHaveLength(1);
  expect(said.filter((line) => !line.startsWith('Operator'))).toEqual([
    'Yenidən qoşulur',
    'Qoşulub',
    'Yenidən qoşulur',
    'Qoşulub',
  ]);
});

test('the screen reads as what it is', async ({ page, chat, login, provider, customer }) => {
  await login.open();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Telefon nömrənizi daxil edin" [level=1]
      - textbox "Telefon nömrəsi": "+994"
      - button "Daxil ol"
  `);
  const imageUrl = await uploaded(provider, customer.token);
  chat.stored('Salam');
  chat.storedOwn('Sağ olun');
  provider.store(customer.id, { imageUrl });
  await chat.open();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - status: Qoşulub
      - heading "Dəstək Xidməti" [level=1]
      - paragraph: Aktiv operator
      - button "Çıxış"
    - main:
      - log "Mesajlar":
        - heading "Bu gün" [level=2]
        - article "Operator":
          - paragraph: Salam
          - time: /\\d\\d:\\d\\d/
        - article "Siz":
          - paragraph: Sağ olun
          - time: /\\d\\d:\\d\\d/
        - article "Operator":
          - link "Şəkli yeni vərəqdə aç":
            - img "Şəkil"
          - time: /\\d\\d:\\d\\d/
    - form "Yeni mesaj":
      - button "Şəkil əlavə et"
      - textbox "Mesajınızı yazın..."
      - button "Göndər" [disabled]
  `);
});
