import { CHAT, LOGIN } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

// The fixtures fail each test on an error of React, which reports a hydration that does not match.
test.describe('Prerendered screens', () => {
  test('keep and format digits that are typed before the scripts load', async ({ appTab, app }) => {
    const mainScript = app.hold(/main\..*\.js$/);
    await appTab.open({ path: '/login', isSignedIn: false });
    await mainScript.requested;
    await expect.poll(() => appTab.isFocused(LOGIN.phone)).toBe(true);
    await appTab.typePhone('50x123');
    expect(await appTab.value(LOGIN.phone)).toBe('+99450x123');
    mainScript.release();
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+99450123');
    expect(await appTab.isFocused(LOGIN.phone)).toBe(true);
    await appTab.tab.type('4567');
    await appTab.tab.press('Enter');
    await appTab.waitUntilConnected();
  });

  test('put early digits after the country code, and keep them when the scripts have loaded', async ({
    appTab,
    app,
  }) => {
    const mainScript = app.hold(/main\..*\.js$/);
    await appTab.open({ path: '/login', isSignedIn: false });
    await mainScript.requested;
    await expect.poll(() => appTab.isFocused(LOGIN.phone)).toBe(true);
    await appTab.tab.type('50123');
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+99450123');
    mainScript.release();
    await appTab.tab.type('x');
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+99450123');
  });

  test('show a returning customer the chat, and keep the text typed into it', async ({
    appTab,
    app,
  }) => {
    const mainScript = app.hold(/main\..*\.js$/);
    await appTab.open({ path: '/' });
    await mainScript.requested;
    expect(await appTab.text(CHAT.header)).toContain('Dəstək Xidməti');
    expect(await appTab.count(LOGIN.phone)).toBe(0);
    await appTab.click(CHAT.input);
    await appTab.tab.type('yazıram');
    mainScript.release();
    await appTab.waitUntilConnected();
    expect(await appTab.value(CHAT.input)).toBe('yazıram');
  });
});
