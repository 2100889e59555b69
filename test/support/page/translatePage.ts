import type { Page } from '@playwright/test';

/**
 * Translates the page as a browser's translator does: replaces each text node, at once and whenever
 * one is added or changed, by elements with the translated text. Here, a translation is the text in
 * angle brackets. Elements with `translate="no"` stay as they are.
 */
export async function translatePage(page: Page): Promise<void> {
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
