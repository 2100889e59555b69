import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const PAGE = path.join(__dirname, '../../../src/hosting/README.md');
/** Debian's rule for the logs of nginx. */
const RULE = '/etc/logrotate.d/nginx';

/** Returns the permissions of a file, in octal digits. */
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('The access log of the page is not readable by everybody, before and after a rotation', () => {
  const folder = test.info().outputPath('logs');
  const [, command = ''] = /^ *(install .*access\.log)$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
  // Only root can give a file to another user.
  const inFolder = (text: string) =>
    text.replaceAll('/var/log/nginx', folder).replace(/ (-o )?www-data( -g)? adm/, '');
  execFileSync('install', ['-d', folder]);
  execFileSync('sh', ['-c', inFolder(command)]);
  const log = path.join(folder, 'support-chat.access.log');
  expect(modeOf(log)).toBe('640');
  writeFileSync(log, 'a request\n');
  // Without the rotation, no nginx has to be told.
  const rule = inFolder(readFileSync(RULE, 'utf8')).replace(/invoke-rc\.d .*/, 'true');
  writeFileSync(`${folder}.rule`, rule, { mode: 0o644 });
  execFileSync('logrotate', ['--force', '--state', `${folder}.state`, `${folder}.rule`]);
  expect(readdirSync(folder).sort()).toEqual([
    'support-chat.access.log',
    'support-chat.access.log.1',
  ]);
  expect(readdirSync(folder).map((name) => modeOf(path.join(folder, name)))).toEqual([
    '640',
    '640',
  ]);
});
