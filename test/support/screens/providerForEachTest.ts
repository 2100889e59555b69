import { startProvider, type Provider } from '../../stand-in/provider';
import { takeLines } from '../console/captureConsole';
import { leaveApp } from './renderApp';

/** Lines about requests and connections that end because the server stops. */
const ENDED_BY_STOP = / failed: FETCH_ERROR$|^warn: (Connecti|SendMessage )/;

/** Starts a stand-in server for each test of the file. @returns reads the running test's server */
export function providerForEachTest(): () => Provider {
  let provider: Provider | undefined;
  beforeEach(async () => {
    provider = await startProvider();
  });
  afterEach(async () => {
    await provider?.stop();
    await leaveApp();
    takeLines((line) => ENDED_BY_STOP.test(line));
  });
  return () => {
    if (!provider) throw new Error('The stand-in server runs only during a test.');
    return provider;
  };
}
