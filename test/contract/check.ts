import { AUTHORIZATION } from './duties/authorization';
import { CORS } from './duties/cors';
import { HISTORY } from './duties/history';
import { HUB, PING } from './duties/hub';
import { LOGIN } from './duties/login';
import { UPLOAD } from './duties/upload';
import { NotChecked, Subject, type Duty, type Options } from './subject';

/** The duties in the order of the report. */
const DUTIES = { ...LOGIN, ...HISTORY, ...UPLOAD, ...AUTHORIZATION, ...CORS, ...HUB };

/** Checks one duty. @returns its verdict; `reason` is '' for a duty that is kept */
async function verify(subject: Subject, [name, check]: Duty) {
  try {
    await check(subject);
    return { name, verdict: 'kept', reason: '' };
  } catch (error) {
    const verdict = error instanceof NotChecked ? 'not checked' : 'broken';
    return { name, verdict, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Checks a running provider. @returns a verdict for each duty, in their order */
export async function checkProvider(options: Options) {
  const subject = new Subject(options);
  // First, because the duties of the history count its messages. Later duties can add some.
  await subject.exchange().catch(() => undefined);
  // Beside the others, because it waits for the server.
  const ping = verify(subject, PING);
  const verdicts = [];
  for (const duty of Object.entries(DUTIES)) verdicts.push(await verify(subject, duty));
  verdicts.push(await ping);
  await subject.close();
  return verdicts;
}
