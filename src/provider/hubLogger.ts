import { LogLevel, type ILogger } from '@microsoft/signalr';
import { redact } from './redact';

/** SignalR's log on the console, without the token, while the connection is up. */
export class HubLogger implements ILogger {
  isMuted = true;
  log(level: LogLevel, line: string): void {
    if (level >= LogLevel.Warning && !this.isMuted) console.warn(redact(line));
  }
}
