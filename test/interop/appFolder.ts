import path from 'node:path';

/** Where the production build under test is kept, apart from the one that is delivered. */
export const APP_FOLDER = path.join(__dirname, '../../node_modules/.cache/interop-app');
