import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(__dirname, '../../..');
const WEBPACK = path.join(ROOT, 'node_modules/webpack-cli/bin/cli.js');

/**
 * Runs webpack in production mode. Uses a separate process, because memory left by a build in this
 * process would disturb the measurements.
 * @param args further arguments of the webpack command
 * @throws Error with webpack's output when the build fails
 */
export async function runWebpack(output: string, args: string[], providerHost = ''): Promise<void> {
  const env = { ...process.env, PROVIDER_HOST: providerHost };
  const command = [WEBPACK, ...args, '--output-path', output];
  try {
    await promisify(execFile)(process.execPath, command, { cwd: ROOT, env });
  } catch (error) {
    const { stdout = String(error) } = error as { stdout?: string };
    throw new Error(`The build failed:\n${stdout}`, { cause: error });
  }
}
