import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Stats } from 'webpack';
import { licenceNotices } from '../../../src/build/licenceNotices';

describe('A build fails', () => {
  test.each(['PROVIDER_HOST', 'PAGE_URL'])(
    'if %s is not a URL, and prints what to change',
    (variable) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        ['-e', 'require("./webpack.config.js")()'],
        { env: { ...process.env, [variable]: 'chat.example.az' }, encoding: 'utf8' },
      );
      expect(status).toBe(1);
      expect(stderr).toContain(
        `ConfigurationError: ${variable} is "chat.example.az", which is not an absolute http(s) URL.`,
      );
    },
  );

  test('if a package has no licence text', async () => {
    const context = mkdtempSync(path.join(tmpdir(), 'support-chat-'));
    const bare = path.join(context, 'node_modules/bare');
    mkdirSync(bare, { recursive: true });
    writeFileSync(path.join(bare, 'package.json'), '{ "name": "bare" }');
    writeFileSync(path.join(bare, 'index.js'), 'console.log(0)');
    writeFileSync(path.join(context, 'entry.js'), 'import "bare"');
    const stats = await new Promise<Stats | undefined>((resolve) => {
      const plugins = [licenceNotices('notices.txt', {})];
      const output = { path: path.join(context, 'dist') };
      webpack({ mode: 'production', context, entry: './entry.js', output, plugins }, (_, result) =>
        resolve(result),
      );
    });
    expect(stats?.toJson().errors?.map(({ message }) => message)).toEqual([
      'bare has no licence text. Add it to licenceNotices in webpack.config.js.',
    ]);
    rmSync(context, { recursive: true });
  });
});
