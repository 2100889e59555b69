import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import configure from '../../webpack.config.js';
import { startProvider, type Provider } from './provider';

const PREFERRED_PORT = 5066;
/** Interval of the check for the parent process, in ms. */
const PARENT_CHECK = 500;
/** Delay of the operator's replies, in ms. */
const REPLY_DELAY = 1_200;
const EXAMPLE_PHONE = '+994 50 123 45 67';

/** Starts the stand-in, on any free port if the preferred one is busy. */
async function startStandIn(): Promise<Provider> {
  try {
    return await startProvider({ port: PREFERRED_PORT, replyDelay: REPLY_DELAY });
  } catch {
    return startProvider({ replyDelay: REPLY_DELAY });
  }
}

/** `npm start`: the app, reloaded after each change; the stand-in runs unless PROVIDER_HOST names a server. */
export async function startDemo(): Promise<void> {
  const configuredHost = process.env.PROVIDER_HOST;
  const provider = configuredHost ? undefined : await startStandIn();
  if (provider) process.env.PROVIDER_HOST = provider.url;

  const configuration: Configuration = configure(undefined, { mode: 'development' });
  const compiler = webpack({
    ...configuration,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  });
  const isInteractive = process.stdout.isTTY && !process.env.CI;
  const app = new WebpackDevServer(
    { ...configuration.devServer, host: 'localhost', port: 'auto', open: isInteractive },
    compiler,
  );

  const stop = async () => {
    await app.stop();
    await provider?.stop();
    process.exit();
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  // npm passes SIGTERM to its shell only. The shell ends, and this process gets another parent.
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) void stop();
  }, PARENT_CHECK).unref();

  const firstBuild = new Promise((resolve) => compiler.hooks.done.tap('start', resolve));
  await app.start();
  await firstBuild;
  console.log(`\n  App:       http://localhost:${String(app.options.port)}`);
  console.log(`  Provider:  ${process.env.PROVIDER_HOST ?? ''}`);
  if (provider) {
    console.log(`  Operator:  ${provider.url}/operator (reply by hand)`);
    console.log(
      `\n  Sign in with any phone number, such as ${EXAMPLE_PHONE}. Press Ctrl-C to stop.\n`,
    );
  }
}
