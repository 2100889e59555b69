import { lockedPackages, runtimePackages } from '../../support/lockfile';

/** Licences that ask for no more than their own text, which the build leaves beside its files. */
const FREE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense'];

test('every package that the app needs to run may be given to customers', () => {
  const packages = runtimePackages();
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@microsoft/signalr', 'jwt-decode']),
  );
  expect(packages.filter(({ licence }) => !FREE.includes(licence))).toEqual([]);
});

test('packages come from the registry that npm is set to, and are checked by their hash', () => {
  const all = lockedPackages();
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  const unchecked = all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unchecked).toEqual([]);
});
