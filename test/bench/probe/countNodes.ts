/** Counts the elements and text nodes of the document. */
export function countNodes(): number {
  const walker = document.createTreeWalker(
    document,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}
