const MEGABYTE = 1_000_000;

/** Returns `45% · 1,5 / 3,4 MB`, below a megabyte in KB. @param size in bytes */
export function formatProgress(percent: number, size: number): string {
  const isSmall = size < MEGABYTE;
  // Azerbaijani has a decimal comma, and Chromium's Intl has no Azerbaijani.
  const format = (bytes: number) =>
    isSmall ? String(Math.ceil(bytes / 1_000)) : (bytes / MEGABYTE).toFixed(1).replace('.', ',');
  const sent = format((size * percent) / 100);
  return `${percent}% · ${sent} / ${format(size)} ${isSmall ? 'KB' : 'MB'}`;
}
