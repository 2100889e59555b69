/** Finds the innermost element with a text. Searches from the end, where new messages are. */
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
 * Waits until a new bubble with a text is painted inside the list and the viewport. An intersection
 * observer reports the layout of the frame that was just painted.
 * @param share visible part of the bubble, from 0 to 1
 * @returns the end of the first such frame, in ms since navigation start
 */
export function whenPainted(text: string, share: number): Promise<number> {
  return new Promise((resolve) => {
    const intersections = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        intersections.disconnect();
        mutations.disconnect();
        resolve(performance.now());
      },
      { threshold: share },
    );
    const mutations = new MutationObserver((records) => {
      const nodes = records.flatMap(changedNodes);
      const found = nodes.map((node) => elementWith(node, text)).find((element) => element);
      // Only inside the list: the live region for screen readers contains the same text.
      if (found?.closest('[role=log]') && found.parentElement) {
        intersections.observe(found.parentElement);
      }
    });
    mutations.observe(document, { childList: true, subtree: true, characterData: true });
  });
}
