import { AUTHORIZATION } from './duties/authorization';
import { CORS } from './duties/cors';
import { HISTORY } from './duties/history';
import { HUB, PING } from './duties/hub';
import { LOGIN } from './duties/login';
import { UPLOAD } from './duties/upload';
import { verify, type Verdict } from './duty';
import { Subject, type Options } from './subject';

/** The duties in the order of the report. */
const DUTIES = [...LOGIN, ...HISTORY, ...UPLOAD, ...AUTHORIZATION, ...CORS, ...HUB];

/** Checks a running provider. @returns a verdict for each duty, in their order */
export async function checkProvider(options: Options): Promise<Verdict[]> {
  const subject = new Subject(options);
  // First, because the duties of the history count its messages. Later duties can add some.
  await subject.exchange().catch(() => undefined);
  // Beside the others, because it waits for the server.
  const ping = verify(PING, subject);
  const verdicts: Verdict[] = [];
  for (const duty of DUTIES) verdicts.push(await verify(duty, subject));
  verdicts.push(await ping);
  await subject.close();
  return verdicts;
}
