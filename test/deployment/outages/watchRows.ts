import type { CustomerScreen } from '../../support/page/customerScreen';

/**
 * Records the rows that disappear from a page until it is reloaded. The page renders a window of the
 * list. A row has disappeared if the window has an earlier and a later row of the author, but not
 * this row. Each text ends with the number of the message among the author's messages.
 * @returns reads the texts of the rows that have disappeared since the last call
 */
export async function watchRows({ list }: CustomerScreen): Promise<() => Promise<string[]>> {
  // No function has a name: tsx makes named functions call a helper, which the page does not have.
  const vanished = await list.evaluateHandle((element) => {
    const texts: string[] = [];
    const seen = { customer: new Map<number, string>(), operator: new Map<number, string>() };
    new MutationObserver(() => {
      const shown = { customer: new Set<number>(), operator: new Set<number>() };
      for (const { textContent: text } of element.querySelectorAll('[role=article] p')) {
        const author = text.includes('operator') ? 'operator' : 'customer';
        const count = Number(text.split(' ').at(-1));
        shown[author].add(count);
        seen[author].set(count, text);
      }
      for (const author of ['customer', 'operator'] as const) {
        const counts = shown[author];
        const [first, last] = [Math.min(...counts), Math.max(...counts)];
        for (const [count, text] of seen[author]) {
          if (count < first || count > last || counts.has(count)) continue;
          texts.push(text);
          seen[author].delete(count);
        }
      }
    }).observe(element, { childList: true, subtree: true, characterData: true });
    return texts;
  });
  return () => vanished.evaluate((texts) => texts.splice(0));
}
