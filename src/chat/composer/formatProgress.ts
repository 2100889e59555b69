const MEGABYTE = 1_000_000;

/**
 * Formats the progress of an upload, such as `45% · 1,5 / 3,4 MB`.
 * @param size in bytes; below a megabyte, the sizes are in KB
 */
export function formatProgress(percent: number, size: number): string {
  const isSmall = size < MEGABYTE;
  // Azerbaijani has a decimal comma, and Chromium's Intl has no Azerbaijani.
  const format = (bytes: number) =>
    isSmall ? String(Math.ceil(bytes / 1_000)) : (bytes / MEGABYTE).toFixed(1).replace('.', ',');
  const sent = format((size * percent) / 100);
  return `${String(percent)}% · ${sent} / ${format(size)} ${isSmall ? 'KB' : 'MB'}`;
}
