import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { hold } from '../support/page/page';

/**
 * Translates the page as a browser's translator does: replaces each text node, at once and whenever
 * one is added or changed, by elements with the translated text. Here, a translation is the text in
 * angle brackets. Elements with `translate="no"` stay as they are.
 */
async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translated = new WeakSet<Node>();
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const { parentElement, data } = text;
        const isSkipped = parentElement?.closest('[translate=no], script, style, textarea, font');
        if (isSkipped !== null || data.trim() === '' || translated.has(text)) continue;
        // Google Translate uses this obsolete element.
        const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
        const outer = font.cloneNode() as Element;
        outer.append(font);
        font.textContent = `<${data.trim()}>`;
        text.replaceWith(outer);
        translated.add(text);
      }
    };
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target);
        else addedNodes.forEach(translate);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

test('A page that the browser translates shows hints, messages, an outage and an upload', async ({
  page,
  context,
  login,
  chat,
  log,
  provider,
}) => {
  log.expectErrors('Login failed: 500');
  log.expectsHydrationErrors = true;
  await translatePage(page);
  await login.open();
  await expect(login.note).toHaveText('<Nümunə: +994 50 123 45 67>');
  await login.type('0');
  await expect(login.note).toHaveText('<994-dən sonra 0 yazmayın: 50 123 45 67>');
  await login.button.click();
  await expect(login.error).toHaveText('<Nömrə düzgün formatda deyil>');
  await login.phone.press('Backspace');
  provider.switches.calls.login = { status: 500, times: 1 };
  await login.type('501234567');
  await expect(login.note).toHaveText(/^<Nömrəniz:> ?050 123 45 67$/);
  await login.button.click();
  await expect(login.error).toContainText('<Giriş zamanı xəta baş verdi.');
  await login.button.click();

  await expect(chat.connection).toHaveText('<Qoşulub>');
  chat.operatorSays('https://example.com və mətn');
  await expect(chat.messages).toHaveText([/<https:\/\/><example.com><və mətn>/]);
  const histories = () => provider.ledger.requests('messages').filter((one) => one.status === 200);
  const before = histories().length;
  await page.reload();
  await expect(chat.connection).toHaveText('<Qoşulub>');
  await chat.say('sual');
  await expect(chat.own).toHaveText(/<sual>/);
  // The second one follows the first message. The outage must not cut it.
  await expect.poll(() => histories().length).toBeGreaterThanOrEqual(before + 2);
  await context.setOffline(true);
  await expect(chat.strip).not.toBeEmpty();
  await context.setOffline(false);
  await expect(chat.connection).toHaveText('<Qoşulub>');
  const upload = await hold(page, '**/api/66/upload');
  await chat.pick(imageFile());
  await upload.requested;
  await chat.cancel.click();
  await expect(chat.cancel).toBeHidden();
  await chat.logOut();
  await expect(page.getByRole('heading')).toHaveText('<Telefon nömrənizi daxil edin>');
});
