import { run, runMain } from './processes';

/** `npm run test:jest`: jest, with an end that does not depend on jest's own timer. */
runMain(() => run('jest', process.argv.slice(2)));
