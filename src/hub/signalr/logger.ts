import { LogLevel, type ILogger } from '@microsoft/signalr';
import { redact } from '../../platform/log';

/** Writes SignalR's warnings and errors to the console without the token. Muted until connected. */
export class HubLogger implements ILogger {
  isMuted = true;
  log(level: LogLevel, line: string): void {
    if (level >= LogLevel.Warning && !this.isMuted) console.warn(redact(line));
  }
}
