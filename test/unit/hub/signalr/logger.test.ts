import { LogLevel } from '@microsoft/signalr';
import { HubLogger } from '../../../../src/hub/signalr/logger';
import { captureConsole } from '../../../support/console/captureConsole';

const output = captureConsole(/^SSE connected/);

test('HubLogger writes warnings and errors without the token, and nothing while it is muted', () => {
  const logger = new HubLogger();
  const log = () => {
    for (const level of [LogLevel.Information, LogLevel.Warning, LogLevel.Error])
      logger.log(level, `SSE connected to https://h/chatHub66?access_token=s3cret`);
  };
  log();
  expect(output.lines).toEqual([]);
  logger.isMuted = false;
  log();
  const line = 'warn: SSE connected to https://h/chatHub66?access_token=***';
  expect(output.lines).toEqual([line, line]);
});
