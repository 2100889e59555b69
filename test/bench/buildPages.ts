import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(__dirname, '../..');
const WEBPACK = path.join(ROOT, 'node_modules/webpack-cli/bin/cli.js');

/**
 * Runs webpack with its production settings.
 * In a process of its own: what the build leaves in memory would be in the way of the measuring.
 */
export async function webpack(output: string, args: string[], providerHost = ''): Promise<void> {
  const env = { ...process.env, PROVIDER_HOST: providerHost };
  const command = [WEBPACK, ...args, '--output-path', output];
  try {
    await promisify(execFile)(process.execPath, command, { cwd: ROOT, env });
  } catch (error) {
    const { stdout = String(error) } = error as { stdout?: string };
    throw new Error(`The build failed:\n${stdout}`, { cause: error });
  }
}

/** Builds the app as for production, into a folder. */
export const buildApp = (output: string, providerHost: string) => webpack(output, [], providerHost);

/** Builds the reference pages and the probe, into a folder. */
export const buildReferences = (output: string) =>
  webpack(output, ['--config', path.join(__dirname, 'pages/webpack.config.js')]);
