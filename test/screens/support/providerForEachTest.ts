import { startProvider, type Provider } from '../../stand-in/provider';
import { captureConsole } from '../../support/console/captureConsole';
import { leaveApp } from './renderApp';

/**
 * Starts a stand-in server for each test of the file, and fails a test that leaves console errors.
 * @param output from which a test takes the errors that it expects
 * @returns reads the running test's server
 */
export function providerForEachTest(output = captureConsole()): () => Provider {
  let provider: Provider | undefined;
  beforeEach(async () => {
    provider = await startProvider();
  });
  afterEach(async () => {
    const errors = output.takeErrors();
    await provider?.stop();
    await leaveApp();
    expect(errors).toEqual([]);
  });
  return () => {
    if (!provider) throw new Error('The stand-in server runs only during a test.');
    return provider;
  };
}
