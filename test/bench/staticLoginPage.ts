import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from './environment';
import { openPage } from './openPage';

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_HINT = /<link\b[^>]*\b(?:as="?script"?|rel="?modulepreload"?)[^>]*>/g;
const STYLE_SHEET = /<link\b[^>]*\brel="?stylesheet"?[^>]*>/g;
const POLICY = /<meta\b[^>]*http-equiv="?Content-Security-Policy"?[^>]*>/;
const EMPTY_ROOT = /<div id="?root"?><\/div>/;

/** Returns the HTML of the login screen, as the app renders it, and all CSS rules of the page. */
async function captureLogin(environment: Environment): Promise<{ form: string; style: string }> {
  const opened = await openPage(environment, 1);
  const { page } = opened;
  await page.goto(`${environment.app.url}/login`);
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
 * Writes the login screen as static HTML: the app's index.html without scripts. When the build does
 * not prerender the form, the rendered form and its CSS are added.
 * @returns the URL of the page
 */
export async function writeStaticLoginPage(environment: Environment): Promise<string> {
  const { app, references } = environment;
  const built = await readFile(path.join(app.folder, 'index.html'), 'utf8');
  let page = built.replaceAll(SCRIPT, '').replaceAll(SCRIPT_HINT, '');
  if (EMPTY_ROOT.test(page)) {
    const { form, style } = await captureLogin(environment);
    page = page.replace(POLICY, '').replaceAll(STYLE_SHEET, '');
    page = page.replace('</head>', () => `<style>${style}</style></head>`);
    page = page.replace(EMPTY_ROOT, () => `<div id="root">${form}</div>`);
  }
  const name = 'static.html';
  await writeFile(path.join(references.folder, name), page);
  return `${references.url}/${name}`;
}
