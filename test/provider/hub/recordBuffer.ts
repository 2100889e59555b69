import { RECORD_LIMIT, RECORD_SEPARATOR } from './protocol';

/** Puts records together that arrive in pieces, or several at once. */
export class RecordBuffer {
  #rest = '';

  /** Takes a piece and answers the records that are complete now, with their separators. */
  take(text: string): string[] {
    const pieces = (this.#rest + text).split(RECORD_SEPARATOR);
    this.#rest = pieces.pop() ?? '';
    const isTooLong = [...pieces, this.#rest].some((piece) => byteLength(piece) > RECORD_LIMIT);
    if (isTooLong) throw new RangeError('A record is larger than the hub accepts.');
    return pieces.map((piece) => piece + RECORD_SEPARATOR);
  }
}

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');
