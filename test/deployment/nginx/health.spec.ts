import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BUILD_FOLDER, mainScript } from '../../support/deployment/builds';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { commandsOf, runCommands } from '../../support/deployment/hostingPage';
import { startNginx } from '../../support/deployment/nginx';

test('The health check of the page fails if a script is missing', async ({ provider }) => {
  const folder = test.info().outputPath('dist');
  cpSync(BUILD_FOLDER, folder, { recursive: true });
  const nginx = await startNginx([provider.url], [[/(?<=^\s*root )[^;]+/gm, folder]]);
  // nginx has a certificate of its own making.
  const places = { 'https://chat.example.az': nginx.url, 'curl ': 'curl -k ' };
  const check = () => runCommands(commandsOf('Logs and health'), folder, places);
  expect(check()).toBe('');
  rmSync(path.join(folder, mainScript()));
  expect(check).toThrow(/404/);
  await nginx.stop();
});
