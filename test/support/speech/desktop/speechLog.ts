import { readFileSync, writeFileSync } from 'node:fs';

/** A line of the log that the voice writes. */
export type SpeechEvent =
  { kind: 'begin'; text: string; language: string } | { kind: 'end' } | { kind: 'cut' };

/** One thing that was said. */
export interface Utterance {
  text: string;
  language: string;
  /** Whether the voice was stopped before the end. */
  isCut: boolean;
}

/** What the voice has said. */
export class SpeechLog {
  constructor(readonly file: string) {
    writeFileSync(file, '');
  }

  /** Returns the events since the start. The last line may be half written. */
  events(): SpeechEvent[] {
    const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as SpeechEvent);
  }

  /** Returns what was said from an event on. */
  since(position: number): Utterance[] {
    const said: Utterance[] = [];
    for (const event of this.events().slice(position)) {
      const last = said.at(-1);
      if (event.kind === 'begin') said.push({ ...event, isCut: false });
      else if (event.kind === 'cut' && last) last.isCut = true;
    }
    return said;
  }
}
