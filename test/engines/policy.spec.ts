import { expect, test } from '../support/engines/fixtures';

// Every other test fails on a violation: the app itself must cause none.
test.describe('The policy of the page', () => {
  test('rejects scripts that are not the build’s', async ({ appTab, problems }) => {
    problems.expect(
      /^policy: (script-src|require-trusted-types-for)/,
      /^reported: /,
      /^uncaught: /,
    );
    await appTab.openChat();
    await appTab.tab.evaluate(() => {
      const script = document.createElement('script');
      script.append('window.isInjected = true');
      document.body.append(script);
    }, null);
    await expect.poll(async () => (await appTab.recorded()).join()).toContain('policy: ');
    expect(await appTab.tab.evaluate(() => 'isInjected' in window, null)).toBe(false);
  });

  test('rejects markup that is not a trusted type', async ({ appTab, problems }) => {
    problems.expect(/^policy: require-trusted-types-for/, /^reported: /);
    await appTab.openChat();
    const error = await appTab.tab.evaluate(() => {
      try {
        document.createElement('p').innerHTML = '<b>Salam</b>';
        return 'none';
      } catch (caught) {
        return (caught as Error).name;
      }
    }, null);
    expect(error).toBe('TypeError');
  });
});
