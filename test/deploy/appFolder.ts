import path from 'node:path';

const CACHE = path.join(__dirname, '../../node_modules/.cache');

/** Where two production builds of the same are kept, apart from the one that is delivered. */
export const APP_FOLDER = path.join(CACHE, 'deploy-app/dist');
export const SECOND_FOLDER = path.join(CACHE, 'deploy-app-again/dist');
