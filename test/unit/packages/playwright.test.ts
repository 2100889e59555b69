import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DISABLED_BY_PLAYWRIGHT } from '../../support/build/chromiumArgs';

describe('CHROMIUM_ARGS', () => {
  test('disables every feature of Chromium that the installed Playwright disables', () => {
    const folder = path.join(__dirname, '../../../node_modules/playwright-core');
    const source = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8');
    const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
    const names = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name);
    expect(names).toEqual(DISABLED_BY_PLAYWRIGHT);
  });
});
