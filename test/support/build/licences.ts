import { runtimePackages } from './lockfile';

/** `npm run licences`: prints the licence of each package that reaches the browser. */
for (const { licence, name, version } of runtimePackages()) {
  console.log(`${licence.padEnd(14)} ${name} ${version}`);
}
