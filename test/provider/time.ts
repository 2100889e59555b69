import { performance } from 'node:perf_hooks';

/** How a stored time is written: without a zone, as .NET writes `Unspecified`, or with one. */
export type TimeFormat = 'none' | 'Z' | '+04:00';

const BAKU_OFFSET_MS = 4 * 60 * 60 * 1000;
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,7})\d*)?(Z|[+-]\d\d:\d\d)?$/;

/** The present moment in UTC, without a zone, with up to seven fraction digits. */
export function utcNow(): string {
  const time = performance.timeOrigin + performance.now();
  const ticks = Math.floor((time % 1000) * 10_000);
  return write(time - (time % 1000), String(ticks).padStart(7, '0'));
}

/** Reads an ISO time as .NET does; the answer is UTC without a zone, undefined if unreadable. */
export function toUtc(value: string): string | undefined {
  const [, seconds, fraction = '', zone = 'Z'] = ISO.exec(value) ?? [];
  const time = Date.parse(`${seconds ?? ''}${zone}`);
  return Number.isNaN(time) ? undefined : write(time, fraction);
}

/** Writes a stored time in the wanted format. */
export function formatTime(utc: string, format: TimeFormat): string {
  if (format === 'none') return utc;
  if (format === 'Z') return `${utc}Z`;
  const [seconds = '', fraction = ''] = utc.split('.');
  return `${write(Date.parse(`${seconds}Z`) + BAKU_OFFSET_MS, fraction)}+04:00`;
}

function write(wholeSeconds: number, fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  const seconds = new Date(wholeSeconds).toISOString().slice(0, 19);
  return digits ? `${seconds}.${digits}` : seconds;
}
