// Before the imports, which take seconds.
console.log('\n  Building…');

import('./demo')
  .then(({ startDemo }) => startDemo())
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
