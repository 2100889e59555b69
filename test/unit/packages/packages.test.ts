import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences that only require their own text, which the build puts beside its files. */
const PERMISSIVE = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense)$/;

interface Locked {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

test('All packages that may reach a browser have permissive licences', () => {
  const lock = readFileSync(path.join(__dirname, '../../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const runtime = Object.entries(packages).filter(
    ([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional,
  );
  expect(runtime.map(([folder]) => folder)).toContain('node_modules/@microsoft/signalr');
  expect(runtime.filter(([, { license = '' }]) => !PERMISSIVE.test(license))).toEqual([]);
});
