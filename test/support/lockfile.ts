import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  peer?: boolean;
}

/** What `npm ci` installs, by the folder that it goes to. */
export function lockedPackages(): [folder: string, found: LockedPackage][] {
  const text = readFileSync(path.join(__dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(([folder]) => folder !== '');
}

/** What of it a customer's browser may get to see: all that the app needs to run. */
export function runtimePackages(): { name: string; version: string; licence: string }[] {
  return lockedPackages()
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([folder, { version = '', license = 'unknown' }]) => {
      const name = folder.split('node_modules/').at(-1) ?? '';
      return { name, version, licence: license };
    });
}
