import { parseArgs } from 'node:util';
import { runMain } from '../support/build/processes';
import { checkProvider } from './check';
import type { Options } from './subject';

const USAGE = `Usage: npm run test:contract -- https://chat.example.az --phone +994501234567
  --phone NUMBER          the number of a customer for tests
  --token TOKEN           a customer's token, instead of a number
  --operator-token TOKEN  the operator's token: the operator writes to the customer
  --origin ORIGIN         the origin of the page, if it is not the provider's own`;

/** Parses the arguments. @throws Error with the usage */
function parseOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const options = { phone: text, token: text, 'operator-token': text, origin: text };
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [provider = ''] = positionals;
    if (!/^https?:$/.test(new URL(provider).protocol)) throw new Error('The URL is not http(s).');
    const { phone, token, origin, 'operator-token': operatorToken } = values;
    if ((phone === undefined) === (token === undefined))
      throw new Error('The check needs --phone or --token.');
    return { url: provider.replace(/\/$/, ''), phone, token, origin, operatorToken };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

/** `npm run test:contract`: checks a running provider, and prints a line for each duty. */
runMain(async () => {
  const options = parseOptions(process.argv.slice(2));
  await fetch(options.url, { redirect: 'manual' }).catch((error: unknown) => {
    throw new Error(`${options.url} cannot be reached.`, { cause: error });
  });
  console.log('The check writes a few messages into the conversation of this customer.\n');
  const verdicts = await checkProvider(options);
  for (const { name, verdict, reason } of verdicts)
    console.log(`${verdict.padEnd(12)}${name}${reason && `: ${reason}`}`);
  const count = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length;
  console.log(
    `\n${count('kept')} kept, ${count('broken')} broken, ${count('not checked')} not checked`,
  );
  if (count('broken') > 0) process.exitCode = 1;
});
