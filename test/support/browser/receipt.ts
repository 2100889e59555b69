import type { Page } from '@playwright/test';
import { installFixedFont } from './fixedFont';

const LINES = [
  ['Sifariş', '№ 48213'],
  ['Tarix', '04.03.2026, 18:42'],
  ['Kart', '•••• 4417'],
  ['Komissiya', '0,00 AZN'],
];

const line = ([name = '', value = '']: string[]) => `<dt>${name}</dt><dd>${value}</dd>`;

const RECEIPT = `<!doctype html>
<style>
  body { margin: 0; padding: 28px 24px; background: #fff; color: #1c2430; font: 17px/1.5 var(--font) }
  h1 { margin: 0; font-size: 19px; text-align: center }
  .sum { margin: 6px 0 2px; font-size: 40px; font-weight: 700; text-align: center }
  .state { margin: 0 0 20px; color: #1d8a4e; font-weight: 600; text-align: center }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 12px; margin: 0; padding: 18px 0; border: dashed #b8c0cc; border-width: 2px 0 }
  dt { color: #5d6878 } dd { margin: 0; text-align: right; font-weight: 600 }
  footer { margin-top: 18px; color: #5d6878; font-size: 15px; text-align: center }
</style>
<h1>Ödəniş qəbzi</h1>
<p class="sum">86,40 AZN</p>
<p class="state">Ödəniş uğurla başa çatdı</p>
<dl>${LINES.map(line).join('')}</dl>
<footer>Bizi seçdiyiniz üçün təşəkkür edirik!</footer>`;

/** Renders the receipt of a payment as a PNG, in a page of its own beside the customer's. */
export async function renderReceipt(page: Page): Promise<Buffer> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 360, height: 480 });
  await installFixedFont(sheet);
  await sheet.route('**/receipt', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: RECEIPT }),
  );
  await sheet.goto('/receipt');
  await sheet.evaluate(() => document.fonts.ready);
  const image = await sheet.screenshot({ scale: 'css' });
  await sheet.close();
  return image;
}
