import { expect } from '@playwright/test';
import { imageFile } from '../browser/images';
import type { Random } from '../time/random';
import { sleep } from '../time/until';
import type { Customer } from './customer';

/** Something that a customer does. */
type Act = (customer: Customer, random: Random, signal: AbortSignal) => Promise<unknown>;

const ENDINGS = ['ünvan', 'https://a.az/?b=1', '<b>ə</b>', '"A" & \'B\'', '👍', 'iki\nsətir'];

/** Returns the duration of an outage, in ms: up to 4 s, in 10 % of the cases up to 20 s. */
export const outageDuration = (random: Random) =>
  random.between(300, random.chance(0.1) ? 20_000 : 4_000);

/** Sends the text that a failed send has left (70 %), or a new one; at times twice. */
const send: Act = async (customer, random) => {
  const { input } = customer.screen;
  const left = await input.inputValue();
  const isLeft = left !== '' && random.chance(0.7);
  const text = isLeft ? left : `${customer.nextText()} ${random.pick(ENDINGS)}`;
  for (let copies = random.chance(0.08) ? 2 : 1; copies > 0; copies -= 1) {
    if (!(await customer.screen.isReady())) return;
    await input.fill('');
    if (random.chance(0.3) && !text.includes('\n')) await input.pressSequentially(text);
    else await input.fill(text);
    const rest = (await customer.send(random.pick(['Enter', 'button']))) ?? text;
    if (rest !== '' && rest !== text) throw new Error(`The input holds ${rest} after ${text}.`);
  }
};

const sendImage: Act = ({ screen }) =>
  screen.filePicker.setInputFiles(imageFile({ width: 40, height: 30 }));

/** Reloads the page until it is there: the server of the page may be down. */
const reload: Act = ({ screen: { page, input } }) =>
  expect(async () => {
    await page.reload({ waitUntil: 'commit' });
    await input.waitFor();
  }).toPass();

const reloadDuringSend: Act = async (customer, ...rest) => {
  await customer.screen.say(customer.nextText());
  await reload(customer, ...rest);
};

const sendOffline: Act = async (customer, random, signal) => {
  const context = customer.screen.page.context();
  await context.setOffline(true);
  await send(customer, random, signal);
  await sleep(signal, outageDuration(random));
  await context.setOffline(false);
};

const hidePage: Act = async ({ screen }, random, signal) => {
  await screen.setHidden(true);
  await sleep(signal, outageDuration(random));
  await screen.setHidden(false);
};

/** Does random things as a customer, until the signal aborts. */
export const act: Act = async (customer, random, signal) => {
  while (!signal.aborted) {
    await sleep(signal, random.between(200, 2_000));
    const isReady = await customer.isReady(signal);
    // A send hangs: 30 % of the time the customer reloads the page, otherwise keeps waiting.
    if (!isReady && random.chance(0.3)) await reload(customer, random, signal);
    const others = [sendImage, reload, reloadDuringSend, sendOffline, hidePage];
    const chosen = random.chance(0.75) ? send : random.pick(others);
    if (isReady) await chosen(customer, random, signal);
  }
};
