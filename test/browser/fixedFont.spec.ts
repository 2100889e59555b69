import { expect, test } from '../support/browser/fixtures';
import { installFixedFont } from '../support/browser/fixedFont';

test('The font of the screenshots has every Azerbaijani letter', async ({ page, login }) => {
  await installFixedFont(page);
  await login.open();
  await login.heading.evaluate((heading) => {
    heading.textContent = 'AaBbCcÇçDdEeƏəFfGgĞğHhXxIıİiJjKkQqLlMmNnOoÖöPpRrSsŞşTtUuÜüVvYyZz ₼';
  });
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ isCustomFont }) => isCustomFont)).not.toContain(false);
});
