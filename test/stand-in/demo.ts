import express, { type Express } from 'express';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import webpack, { HotModuleReplacementPlugin, type Compiler, type Configuration } from 'webpack';
import hotMiddleware from 'webpack-hot-middleware';
import configure from '../../webpack.config.js';
import { runMain } from '../support/build/processes';
import { startProvider, type Provider } from './provider';

/** Ports of the app and of the stand-in, if they are free. */
const [APP_PORT, PREFERRED_PORT] = [8080, 5066];
/** Interval of the check for the parent process, in ms. */
const PARENT_CHECK = 500;
/** Delay of the operator's replies, in ms. */
const REPLY_DELAY = 1_200;
const EXAMPLE_PHONE = '+994 50 123 45 67';

/** Starts the stand-in, on any free port if the preferred one is busy. */
const startStandIn = (): Promise<Provider> =>
  startProvider({ port: PREFERRED_PORT, replyDelay: REPLY_DELAY }).catch(() =>
    startProvider({ replyDelay: REPLY_DELAY }),
  );

/** Builds the app to a folder after each change. Resolves after the first build. */
async function watchSources(folder: string): Promise<Compiler> {
  const configuration: Configuration = configure(undefined, { mode: 'development' });
  const compiler = webpack({
    ...configuration,
    entry: ['webpack-hot-middleware/client?reload=true', configuration.entry as string],
    output: { ...configuration.output, path: folder },
    plugins: [...(configuration.plugins ?? []), new HotModuleReplacementPlugin()],
  });
  await new Promise<void>((resolve) =>
    compiler.watch({}, (error, stats) => {
      if (error || stats?.hasErrors()) console.error(error ?? stats?.toString('errors-warnings'));
      resolve();
    }),
  );
  return compiler;
}

/** Serves the build, which pages reload after a change, at a preferred port if that is free. */
async function serve(compiler: Compiler, folder: string): Promise<Server> {
  const app: Express = express()
    .use(hotMiddleware(compiler, { log: false }))
    .use(express.static(folder))
    .use((_request, response) => response.sendFile('index.html', { root: folder }));
  for (const port of [APP_PORT, 0]) {
    const server = createServer(app).listen(port, 'localhost');
    const isListening = await once(server, 'listening').then(Boolean, () => false);
    if (isListening) return server;
  }
  throw new Error('No port is free.');
}

/** `npm start`: the app, reloaded after each change; the stand-in runs unless PROVIDER_HOST names a server. */
runMain(async () => {
  console.log('\n  Building…');
  const configuredHost = process.env.PROVIDER_HOST;
  const provider = configuredHost ? undefined : await startStandIn();
  if (provider) process.env.PROVIDER_HOST = provider.url;
  const folder = mkdtempSync(path.join(tmpdir(), 'support-chat-'));
  const app = await serve(await watchSources(folder), folder);

  const stop = async () => {
    app.close();
    app.closeAllConnections();
    await provider?.stop();
    rmSync(folder, { recursive: true });
    process.exit();
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  // npm passes SIGTERM to its shell only. The shell ends, and this process gets another parent.
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) void stop();
  }, PARENT_CHECK).unref();

  console.log(`\n  App:       http://localhost:${(app.address() as AddressInfo).port}`);
  console.log(`  Provider:  ${process.env.PROVIDER_HOST ?? ''}`);
  if (provider) {
    console.log('  Operator:  replies by itself; type a line here to reply by hand');
    createInterface(process.stdin).on('line', (text) => provider.operator.takeOver(text));
    console.log(
      `\n  Log in with any phone number, such as ${EXAMPLE_PHONE}. Press Ctrl-C to stop.\n`,
    );
  }
});
