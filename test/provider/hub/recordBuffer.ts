import { RECORD_LIMIT, RECORD_SEPARATOR } from './protocol';

/** Puts records together that arrive in pieces, or several at once. */
export class RecordBuffer {
  #rest = '';

  /** Takes a piece and answers the records that are complete now, with their separators. */
  take(text: string): string[] {
    const pieces = (this.#rest + text).split(RECORD_SEPARATOR);
    this.#rest = pieces.pop() ?? '';
    if (isTooLong(this.#rest)) throw new RangeError('A record is larger than the hub accepts.');
    const records = pieces.map((piece) => piece + RECORD_SEPARATOR);
    if (records.some(isTooLong)) throw new RangeError('A record is larger than the hub accepts.');
    return records;
  }
}

const isTooLong = (record: string): boolean => Buffer.byteLength(record, 'utf8') > RECORD_LIMIT;
