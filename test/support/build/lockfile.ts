import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

/** The packages that `npm ci` installs, with the folder of each. */
export function lockedPackages(): [folder: string, locked: LockedPackage][] {
  const text = readFileSync(path.join(__dirname, '../../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(([folder]) => folder !== '');
}

/** The packages that may reach a customer's browser: all but development dependencies. */
export function runtimePackages(): { name: string; version: string; licence: string }[] {
  return lockedPackages()
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([folder, { version = '', license = 'unknown' }]) => {
      const name = folder.split('node_modules/').at(-1) ?? '';
      return { name, version, licence: license };
    });
}
