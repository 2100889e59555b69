import { LogLevel } from '@microsoft/signalr';
import { HubLogger } from '../../../src/provider/hubLogger';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';

const output = keepConsole();
const token = tokenOf(7);

const levels = Object.entries(LogLevel).filter(
  (entry): entry is [string, LogLevel] => typeof entry[1] === 'number',
);

/** Lines of SignalR's own, as it says them with a token at hand. */
const LINES = [
  `Information: WebSocket connected to wss://h/chatHub66?userId=7&id=1&access_token=${token}.`,
  `SSE connected to https://h/chatHub66?id=1&access_token=${encodeURIComponent(token)}`,
  `Error: Failed to start the transport 'WebSockets': ${token}`,
  `{"Authorization":"Bearer ${token}"}`,
];

test.each(levels)('no line of level %s holds the token', (_, level) => {
  const logger = new HubLogger();
  logger.isMuted = false;
  for (const line of LINES) logger.log(level, line);
  const isHeard = level >= LogLevel.Warning;
  expect(output.lines).toHaveLength(isHeard ? LINES.length : 0);
  for (const part of token.split('.')) expect(output.lines.join()).not.toContain(part);
});

test.each(levels)('nothing of level %s is said while it is muted', (_, level) => {
  const logger = new HubLogger();
  for (const line of LINES) logger.log(level, line);
  expect(output.lines).toEqual([]);
});
