import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CARD_COUNT = 3;

/** The nth confirmation card of the automatic operator as a PNG; the cards repeat. */
export function readCard(n: number): Buffer {
  return readFileSync(join(__dirname, `images/card-${(n % CARD_COUNT) + 1}.png`));
}
