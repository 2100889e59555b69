import { LogLevel } from '@microsoft/signalr';
import { HubLogger } from '../../../../src/hub/signalr/logger';
import { tokenOf } from '../../../support/builders/builders';
import { captureConsole } from '../../../support/console/captureConsole';

const output = captureConsole(/./);
const token = tokenOf(7);

const levels = Object.entries(LogLevel).filter(
  (entry): entry is [string, LogLevel] => typeof entry[1] === 'number',
);

/** SignalR's log lines that contain the token. */
const LINES = [
  `Information: WebSocket connected to wss://h/chatHub66?userId=7&id=1&access_token=${token}.`,
  `SSE connected to https://h/chatHub66?id=1&access_token=${encodeURIComponent(token)}`,
  `Error: Failed to start the transport 'WebSockets': ${token}`,
  `{"Authorization":"Bearer ${token}"}`,
];

describe('HubLogger', () => {
  test.each(levels)('writes no line of level %s with the token', (_, level) => {
    const logger = new HubLogger();
    logger.isMuted = false;
    for (const line of LINES) logger.log(level, line);
    const isWritten = level >= LogLevel.Warning;
    expect(output.lines).toHaveLength(isWritten ? LINES.length : 0);
    for (const part of token.split('.')) expect(output.lines.join()).not.toContain(part);
  });

  test.each(levels)('writes no line of level %s while it is muted', (_, level) => {
    const logger = new HubLogger();
    for (const line of LINES) logger.log(level, line);
    expect(output.lines).toEqual([]);
  });
});
