import path from 'node:path';
import { runWebpack } from '../support/build/webpack';

/** Makes the production build of the app. */
export const buildApp = (output: string, providerHost: string) =>
  runWebpack(output, [], providerHost);

/** Builds the reference pages and the probe script. */
export const buildReferences = (output: string) =>
  runWebpack(output, ['--config', path.join(__dirname, 'pages/webpack.config.js')]);
