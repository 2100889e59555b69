import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SpeechEvent } from './speechLog';

/**
 * A module of speech-dispatcher that speaks into a log: it takes as long as a voice would and notes
 * where speech is cut off. The protocol: `man 7 speech-dispatcher-module` of speech-dispatcher.
 */

/** Speed of the voice, in characters per second. */
const SPEED = 25;

const [, , logFile = ''] = process.argv;
/** The parameters that speech-dispatcher has set, for example `language`. */
const settings: Record<string, string> = {};
let speaking: NodeJS.Timeout | undefined;

const reply = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

const log = (event: SpeechEvent) => {
  appendFileSync(logFile, `${JSON.stringify(event)}\n`);
};

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Returns the text of an SSML document. */
const toText = (ssml: string) =>
  ssml
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

function speak(ssml: string): void {
  const text = toText(ssml);
  reply('200 OK SPEAKING', '701 BEGIN');
  log({ kind: 'begin', text, language: settings.language ?? '' });
  speaking = setTimeout(
    () => {
      speaking = undefined;
      log({ kind: 'end' });
      reply('702 END');
    },
    (text.length / SPEED) * 1000,
  );
}

function stop(event: '703 STOP' | '704 PAUSE'): void {
  if (!speaking) return;
  clearTimeout(speaking);
  speaking = undefined;
  log({ kind: 'cut' });
  reply(event);
}

function set(lines: string[]): void {
  for (const line of lines) {
    const [name = '', value = ''] = line.split('=');
    settings[name] = value;
  }
  reply('203 OK SETTINGS RECEIVED');
}

/** Commands that are followed by lines and a dot: the first reply, and what ends the command. */
const BLOCKS: Record<string, [string, (lines: string[]) => void]> = {
  AUDIO: ['207 OK RECEIVING AUDIO SETTINGS', () => reply('203 OK AUDIO INITIALIZED')],
  LOGLEVEL: ['207 OK RECEIVING LOGLEVEL SETTINGS', () => reply('203 OK LOG LEVEL SET')],
  SET: ['203 OK RECEIVING SETTINGS', set],
  SPEAK: ['202 OK RECEIVING MESSAGE', (lines) => speak(lines.join(' '))],
  CHAR: ['202 OK RECEIVING MESSAGE', (lines) => speak(lines.join(' '))],
  KEY: ['202 OK RECEIVING MESSAGE', (lines) => speak(lines.join(' '))],
  SOUND_ICON: ['202 OK RECEIVING MESSAGE', (lines) => speak(lines.join(' '))],
};

const COMMANDS: Record<string, () => void> = {
  INIT: () => reply('299-Ready', '299 OK LOADED SUCCESSFULLY'),
  'LIST VOICES': () => reply('200-log\taz\tnone', '200 OK VOICE LIST SENT'),
  STOP: () => stop('703 STOP'),
  PAUSE: () => stop('704 PAUSE'),
  QUIT: () => {
    reply('210 OK QUIT');
    process.exit();
  },
};

let block: { lines: string[]; end: (lines: string[]) => void } | undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  if (block && line === '.') {
    const { lines, end } = block;
    block = undefined;
    end(lines);
  } else if (block) {
    block.lines.push(line.replace(/^\.\./, '.'));
  } else if (BLOCKS[line]) {
    const [first, end] = BLOCKS[line];
    block = { lines: [], end };
    reply(first);
  } else if (COMMANDS[line]) {
    COMMANDS[line]();
  } else {
    reply('300 ERR UNKNOWN COMMAND');
  }
});
