import { RECORD_LIMIT, RECORD_SEPARATOR } from './protocol';

/** Splits received data into records, which may arrive in pieces or several at once. */
export class RecordBuffer {
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  /**
   * Removes and returns the next complete record, with its separator; undefined if there is none.
   * @throws RangeError if the record exceeds `RECORD_LIMIT`
   */
  next(): string | undefined {
    const end = this.#text.indexOf(RECORD_SEPARATOR) + 1;
    const record = end > 0 ? this.#text.slice(0, end) : this.#text;
    if (Buffer.byteLength(record) > RECORD_LIMIT) throw new RangeError('A record is too long.');
    if (end === 0) return undefined;
    this.#text = this.#text.slice(end);
    return record;
  }
}
