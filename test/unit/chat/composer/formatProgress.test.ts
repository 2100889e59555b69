import { formatProgress } from '../../../../src/chat/composer/formatProgress';

test.each([
  [45, 3_400_000, '45% · 1,5 / 3,4 MB'],
  [99, 1_000_000, '99% · 1,0 / 1,0 MB'],
  [50, 999_999, '50% · 500 / 1000 KB'],
  [0, 300, '0% · 0 / 1 KB'],
])('formatProgress shows %d percent of %d bytes as %s', (percent, size, text) =>
  expect(formatProgress(percent, size)).toBe(text),
);
