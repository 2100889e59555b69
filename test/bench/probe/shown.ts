/** The innermost element with this text, seen from the end: what is new is last. */
function elementWith(node: Node, text: string): Element | null {
  if (!node.textContent?.includes(text)) return null;
  if (!(node instanceof Element)) return node.parentElement;
  for (let child = node.lastElementChild; child; child = child.previousElementSibling) {
    if (child.textContent.includes(text)) return elementWith(child, text);
  }
  return node;
}

function changedNodes({ type, target, addedNodes }: MutationRecord): Node[] {
  return type === 'characterData' ? [target] : [...addedNodes].reverse();
}

/**
 * Waits until the bubble with a text, not there yet, is painted inside of the list and the window.
 * What an intersection observer is told is the layout of the very frame that was painted.
 * @param share how much of the bubble has to be in sight, from 0 to 1
 * @returns when the first such frame was done, in milliseconds since the page's start
 */
export function whenShown(text: string, share: number): Promise<number> {
  return new Promise((resolve) => {
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        changes.disconnect();
        resolve(performance.now());
      },
      { threshold: share },
    );
    const changes = new MutationObserver((records) => {
      const nodes = records.flatMap(changedNodes);
      const found = nodes.map((node) => elementWith(node, text)).find((element) => element);
      // The announcements for screen readers hold the same texts.
      if (found?.closest('[role=log]') && found.parentElement) sight.observe(found.parentElement);
    });
    changes.observe(document, { childList: true, subtree: true, characterData: true });
  });
}
