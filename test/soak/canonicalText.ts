const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Undoes the changes of the `rewrite` switch. Texts become equal if they differ only in entities,
 * in line ends or in white space at the start and the end.
 */
export const canonicalText = (text: string): string =>
  text
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replaceAll('\r\n', '\n')
    .trim();
