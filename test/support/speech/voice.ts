import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SpeechEvent } from './listener';

/**
 * A module of speech-dispatcher that speaks into a log, and takes as long as a voice would. The
 * protocol: `man 7 speech-dispatcher-module` of speech-dispatcher.
 */

/** Speed of the voice, in characters per second. */
const SPEED = 25;

const [, , logFile = ''] = process.argv;
let speaking: NodeJS.Timeout | undefined;

const reply = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

const log = (event: SpeechEvent) => appendFileSync(logFile, `${JSON.stringify(event)}\n`);

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Returns the text of an SSML document. */
const toText = (ssml: string) =>
  ssml
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

function end(event: '702 END' | '703 STOP' | '704 PAUSE'): void {
  if (!speaking) return;
  clearTimeout(speaking);
  speaking = undefined;
  log({ end: true });
  reply(event);
}

function speak(lines: string[]): void {
  const text = toText(lines.join(' '));
  reply('200 OK SPEAKING', '701 BEGIN');
  log({ text });
  speaking = setTimeout(() => end('702 END'), (text.length / SPEED) * 1000);
}

/** Commands that are followed by lines and a dot: the first reply, and what ends the command. */
const BLOCKS: Record<string, [string, (lines: string[]) => void]> = {
  AUDIO: ['207 OK RECEIVING AUDIO SETTINGS', () => reply('203 OK AUDIO INITIALIZED')],
  LOGLEVEL: ['207 OK RECEIVING LOGLEVEL SETTINGS', () => reply('203 OK LOG LEVEL SET')],
  SET: ['203 OK RECEIVING SETTINGS', () => reply('203 OK SETTINGS RECEIVED')],
  SPEAK: ['202 OK RECEIVING MESSAGE', speak],
  CHAR: ['202 OK RECEIVING MESSAGE', speak],
  KEY: ['202 OK RECEIVING MESSAGE', speak],
  SOUND_ICON: ['202 OK RECEIVING MESSAGE', speak],
};

const COMMANDS: Record<string, () => void> = {
  INIT: () => reply('299-Ready', '299 OK LOADED SUCCESSFULLY'),
  'LIST VOICES': () => reply('200-log\taz\tnone', '200 OK VOICE LIST SENT'),
  STOP: () => end('703 STOP'),
  PAUSE: () => end('704 PAUSE'),
  QUIT: () => {
    reply('210 OK QUIT');
    process.exit();
  },
};

let block: { lines: string[]; run: (lines: string[]) => void } | undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  if (block && line === '.') {
    const { lines, run } = block;
    block = undefined;
    run(lines);
  } else if (block) {
    block.lines.push(line.replace(/^\.\./, '.'));
  } else if (BLOCKS[line]) {
    const [first, run] = BLOCKS[line];
    block = { lines: [], run };
    reply(first);
  } else if (COMMANDS[line]) {
    COMMANDS[line]();
  } else {
    reply('300 ERR UNKNOWN COMMAND');
  }
});
