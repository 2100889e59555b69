import { runtimePackages } from './lockfile';

/** `npm run licences`: the licence of each package that the app needs to run. */
for (const { licence, name, version } of runtimePackages()) {
  console.log(`${licence.padEnd(14)} ${name} ${version}`);
}
