import { API_PREFIX, HUB_PATH } from '../../../src/contract/constants';
import { NotChecked, expectThat, type Duties, type Subject } from '../subject';

const STRANGER = 'https://stranger.example';

const SIGNALR = ['authorization', 'x-requested-with', 'x-signalr-user-agent'];
/** What the app and its SignalR client send across origins. */
const PREFLIGHTS: [path: string, method: string, headers: string[]][] = [
  [`${API_PREFIX}/send`, 'POST', ['authorization', 'content-type']],
  [`${HUB_PATH}/negotiate`, 'POST', SIGNALR],
  [HUB_PATH, 'DELETE', SIGNALR],
];

/** @throws NotChecked without an origin */
function originOf({ options: { origin } }: Subject): string {
  if (origin === undefined)
    throw new NotChecked("needs --origin, if the page is not on the provider's own origin");
  return origin;
}

/** Requests the history from an origin. @returns reads a header of the response */
async function headersFor(subject: Subject, Origin: string) {
  const { id } = await subject.session();
  const { headers } = await subject.call(`messages/${id}`, { headers: { Origin } });
  return (name: string) => headers.get(`Access-Control-${name}`) ?? '';
}

export const CORS: Duties = {
  "CORS: responses allow the page's origin, with credentials": async (subject) => {
    const origin = originOf(subject);
    const header = await headersFor(subject, origin);
    expectThat(header('Allow-Origin') === origin, `Allow-Origin: ${header('Allow-Origin')}`);
    expectThat(header('Allow-Credentials') === 'true', 'no Allow-Credentials');
  },
  'CORS: preflights allow the methods and headers of the app': async (subject) => {
    for (const [path, method, names] of PREFLIGHTS) {
      const asked = {
        Origin: originOf(subject),
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': names.join(','),
      };
      const request = { method: 'OPTIONS', token: null, headers: asked } as const;
      const { headers } = await subject.request(path, request);
      const methods = headers.get('Access-Control-Allow-Methods') ?? '';
      expectThat(method === 'POST' || methods.includes(method), `no ${method} for ${path}`);
      const allowed = (headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase();
      for (const name of names) expectThat(allowed.includes(name), `no ${name} for ${path}`);
    }
  },
  'CORS: no other origin is allowed with credentials': async (subject) => {
    originOf(subject);
    const header = await headersFor(subject, STRANGER);
    const isAllowed = header('Allow-Origin') === STRANGER;
    expectThat(!isAllowed || header('Allow-Credentials') !== 'true', 'any origin');
  },
  'CORS: the page can read the header Date': async (subject) => {
    const header = await headersFor(subject, originOf(subject));
    expectThat(/\bdate\b/i.test(header('Expose-Headers')), 'no Date in Expose-Headers');
  },
};
