import { startProvider, type Provider } from '../stand-in/provider';
import { BROKEN_PROVIDERS, startBrokenProvider } from './brokenProviders';
import { checkProvider } from './check';

/** Checks a provider with everything that the check can ask for, and stops it. */
async function check(provider: Provider, patience?: number) {
  const { url } = provider;
  const push = `${url}/control/operator`;
  const phone = '+994501234567';
  const origin = 'http://localhost:8080';
  const verdicts = await checkProvider({ url, phone, push, origin, patience });
  await provider.stop();
  return verdicts;
}

describe('The check of the contract', () => {
  test('finds every duty kept by the stand-in', async () => {
    const verdicts = await check(await startProvider({ keepAlive: 100 }));
    expect(verdicts.filter(({ verdict }) => verdict !== 'kept')).toEqual([]);
  });

  test('finds the live messages of an operator with a token', async () => {
    const provider = await startProvider({ keepAlive: 100 });
    const operatorToken = provider.tokenFor({ id: 1, username: 'operator' });
    const token = provider.tokenFor('+994501234567');
    const verdicts = await checkProvider({ url: provider.url, token, operatorToken });
    await provider.stop();
    expect(verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(verdicts).toContainEqual({
      name: "hub: the operator's message arrives live, and is in the history",
      verdict: 'kept',
      reason: '',
    });
  });

  test.each(Object.entries(BROKEN_PROVIDERS))(
    'names the duty that is broken by %s',
    async (_, broken) => {
      const verdicts = await check(await startBrokenProvider(broken), broken.patience);
      const names = verdicts.filter(({ verdict }) => verdict === 'broken').map(({ name }) => name);
      expect(names).toEqual([broken.duty]);
    },
  );
});
