import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPage } from './openPage';
import type { Stage } from './stage';

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_HINT = /<link\b[^>]*\b(?:as="?script"?|rel="?modulepreload"?)[^>]*>/g;
const STYLE_SHEET = /<link\b[^>]*\brel="?stylesheet"?[^>]*>/g;
const POLICY = /<meta\b[^>]*http-equiv="?Content-Security-Policy"?[^>]*>/;
const EMPTY_ROOT = /<div id="?root"?><\/div>/;

/** The login screen as the app draws it, and the style that it is drawn with. */
async function drawn(stage: Stage): Promise<{ form: string; style: string }> {
  const opened = await openPage(stage, 1);
  const { page } = opened;
  await page.goto(`${stage.app.url}/login`);
  await page.locator('input[type=tel]').waitFor();
  const form = await page.locator('#root').innerHTML();
  const style = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n'),
  );
  await opened.close();
  return { form, style };
}

/**
 * Makes the login screen as static HTML: the app's own page without its scripts. Where that has no
 * form in it, the form and the style are put in as the app draws them.
 * @returns its address
 */
export async function makeStaticLogin(stage: Stage): Promise<string> {
  const built = await readFile(path.join(stage.app.folder, 'index.html'), 'utf8');
  let page = built.replaceAll(SCRIPT, '').replaceAll(SCRIPT_HINT, '');
  if (EMPTY_ROOT.test(page)) {
    const { form, style } = await drawn(stage);
    page = page.replace(POLICY, '').replaceAll(STYLE_SHEET, '');
    page = page.replace('</head>', () => `<style>${style}</style></head>`);
    page = page.replace(EMPTY_ROOT, () => `<div id="root">${form}</div>`);
  }
  const name = 'static.html';
  await writeFile(path.join(stage.references.folder, name), page);
  return `${stage.references.url}/${name}`;
}
