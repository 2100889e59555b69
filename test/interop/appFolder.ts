import path from 'node:path';

/** Folder of the build under test; `dist/` stays as it is. */
export const APP_FOLDER = path.join(__dirname, '../../node_modules/.cache/interop-app');
