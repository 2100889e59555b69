import { startProvider, type Provider } from '../provider/provider';
import { takeConsoleErrors } from './consoleErrors';
import { leaveApp } from './renderApp';

/** A fresh provider for each test of the file; the function answers with the running test's. */
export function providerForEachTest(): () => Provider {
  let provider: Provider | undefined;
  beforeEach(async () => {
    provider = await startProvider();
  });
  afterEach(async () => {
    const unexpected = takeConsoleErrors();
    await provider?.stop();
    await leaveApp();
    takeConsoleErrors();
    expect(unexpected).toEqual([]);
  });
  return () => {
    if (!provider) throw new Error('The provider runs only during a test.');
    return provider;
  };
}
