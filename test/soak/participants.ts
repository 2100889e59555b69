import { imageFile } from '../support/browser/images';
import type { Customer } from '../support/endurance/customer';
import type { Random } from '../support/time/random';
import { sleep } from '../support/time/until';
import { outageDuration, type Run } from './faults';

/** Something that a customer does. */
type Act = (customer: Customer, random: Random, signal: AbortSignal) => Promise<void>;

const ENDINGS = [
  'şifrə',
  'https://example.az/a?b=1',
  '<b>ə</b>',
  '"A" & \'B\' ',
  '👍',
  'iki\nsətir',
];

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
    if (rest !== '' && rest !== text)
      throw new Error(`Customer ${customer.id} sent ${text}, but the input holds ${rest}.`);
  }
};

const sendImage: Act = ({ screen }) =>
  screen.filePicker.setInputFiles(imageFile({ width: 40, height: 30 }));

const reload: Act = async ({ screen: { page, input } }) => {
  await page.reload({ waitUntil: 'commit' });
  await input.waitFor();
};

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
export async function act(customer: Customer, random: Random, signal: AbortSignal): Promise<void> {
  const acts = [sendImage, reload, reloadDuringSend, sendOffline, hidePage];
  while (!signal.aborted) {
    await sleep(signal, random.between(200, 2_000));
    const isReady = await customer.isReady(signal);
    // A send hangs: 30 % of the time the customer reloads the page, otherwise keeps waiting.
    if (!isReady && random.chance(0.3)) await reload(customer, random, signal);
    const chosen = random.chance(0.75) ? send : random.pick(acts);
    if (isReady) await chosen(customer, random, signal);
  }
}

/** Writes to a customer as the operator, singly or in bursts, until the signal aborts. */
export async function operate(
  { provider, imageUrl }: Run,
  customer: Customer,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const content = random.chance(0.05) ? { imageUrl } : { text: customer.nextText() };
    // Sometimes the same message again, on purpose.
    for (let copies = random.chance(0.08) ? 2 : 1; copies > 0; copies -= 1)
      provider.operator.send(customer.id, content);
    if (random.chance(0.7)) await sleep(signal, random.between(300, 3_000));
  }
}
