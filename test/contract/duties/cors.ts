import { API_PREFIX, HUB_PATH } from '../../../src/contract/constants';
import { NotChecked, expectThat, type Duty } from '../duty';
import type { Subject } from '../subject';

const STRANGER = 'https://stranger.example';

/** What the app and its SignalR client send across origins. */
const PREFLIGHTS: [path: string, method: string, headers: string[]][] = [
  [`${API_PREFIX}/send`, 'POST', ['authorization', 'content-type']],
  [`${HUB_PATH}/negotiate`, 'POST', ['authorization', 'x-requested-with', 'x-signalr-user-agent']],
  [HUB_PATH, 'DELETE', ['authorization', 'x-requested-with', 'x-signalr-user-agent']],
];

/** @throws NotChecked without an origin */
function originOf({ options: { origin } }: Subject): string {
  if (origin === undefined)
    throw new NotChecked("needs --origin, if the page is not on the provider's own origin");
  return origin;
}

async function headersFor(subject: Subject, origin: string): Promise<Headers> {
  const { id } = (await subject.session()).user;
  return (await subject.call(`messages/${id}`, { headers: { Origin: origin } })).headers;
}

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
const ALLOW_CREDENTIALS = 'Access-Control-Allow-Credentials';

export const CORS: Duty<Subject>[] = [
  {
    name: "CORS: responses allow the page's origin, with credentials",
    check: async (subject) => {
      const origin = originOf(subject);
      const headers = await headersFor(subject, origin);
      const allowed = headers.get(ALLOW_ORIGIN);
      expectThat(allowed === origin, `${ALLOW_ORIGIN}: ${allowed ?? '(none)'}`);
      expectThat(headers.get(ALLOW_CREDENTIALS) === 'true', `no ${ALLOW_CREDENTIALS}`);
    },
  },
  {
    name: 'CORS: preflights allow the methods and headers of the app',
    check: async (subject) => {
      const Origin = originOf(subject);
      for (const [path, method, names] of PREFLIGHTS) {
        const { headers } = await subject.request(path, {
          method: 'OPTIONS',
          token: null,
          headers: {
            Origin,
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': names.join(','),
          },
        });
        const methods = headers.get('Access-Control-Allow-Methods') ?? '';
        expectThat(method === 'POST' || methods.includes(method), `no ${method} for ${path}`);
        const allowed = (headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase();
        for (const name of names) expectThat(allowed.includes(name), `no ${name} for ${path}`);
      }
    },
  },
  {
    name: 'CORS: no other origin is allowed with credentials',
    check: async (subject) => {
      originOf(subject);
      const headers = await headersFor(subject, STRANGER);
      const isAllowed = headers.get(ALLOW_ORIGIN) === STRANGER;
      expectThat(!isAllowed || headers.get(ALLOW_CREDENTIALS) !== 'true', 'any origin');
    },
  },
  {
    name: 'CORS: the page can read the header Date',
    check: async (subject) => {
      const headers = await headersFor(subject, originOf(subject));
      const exposed = headers.get('Access-Control-Expose-Headers') ?? '';
      expectThat(/\bdate\b/i.test(exposed), 'no Date in Access-Control-Expose-Headers');
    },
  },
];
