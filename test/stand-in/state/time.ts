import { performance } from 'node:perf_hooks';

/** The zone of a timestamp: none, as .NET writes `DateTimeKind.Unspecified`, UTC, or Baku. */
export type TimeFormat = 'none' | 'Z' | '+04:00';

const BAKU_OFFSET_MS = 4 * 60 * 60 * 1000;
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,7})\d*)?(Z|[+-]\d\d:\d\d)?$/;

/** The current UTC time without a zone, with up to seven fraction digits as in .NET. */
export function utcNow(): string {
  const time = performance.timeOrigin + performance.now();
  const ticks = Math.floor((time % 1000) * 10_000);
  return toIso(time - (time % 1000), String(ticks).padStart(7, '0'));
}

/** Converts an ISO time to UTC without a zone, as .NET does; undefined for an invalid time. */
export function toUtc(value: string): string | undefined {
  const [, seconds, fraction = '', zone = 'Z'] = ISO.exec(value) ?? [];
  const time = Date.parse(`${seconds ?? ''}${zone}`);
  return Number.isNaN(time) ? undefined : toIso(time, fraction);
}

/** Formats a stored time for the wire. */
export function formatTime(utc: string, format: TimeFormat): string {
  if (format === 'none') return utc;
  if (format === 'Z') return `${utc}Z`;
  const [seconds = '', fraction = ''] = utc.split('.');
  return `${toIso(Date.parse(`${seconds}Z`) + BAKU_OFFSET_MS, fraction)}+04:00`;
}

function toIso(wholeSeconds: number, fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  const seconds = new Date(wholeSeconds).toISOString().slice(0, 19);
  return digits ? `${seconds}.${digits}` : seconds;
}
