import { lockedPackages, runtimePackages } from '../../support/build/lockfile';

/** Licences that only require their own text, which the build puts beside its files. */
const PERMISSIVE_LICENCES = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
];

describe('package-lock.json', () => {
  test('has permissive licences for all runtime packages', () => {
    const packages = runtimePackages();
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@microsoft/signalr', 'jwt-decode']),
    );
    expect(packages.filter(({ licence }) => !PERMISSIVE_LICENCES.includes(licence))).toEqual([]);
  });

  test('has a hash and no registry URL for each package, so that any registry can serve it', () => {
    const all = lockedPackages();
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    const withoutHash = all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(withoutHash).toEqual([]);
  });
});
