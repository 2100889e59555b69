import { recordEachTest } from '../../support/devtools/recordEachTest';
import { logOut } from '../../../src/session/sessionThunks';
import { tokenOf } from '../../support/builders/builders';
import {
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
  captureConsole,
} from '../../support/console/captureConsole';
import { useRestServer } from '../../support/fakes/restServer';
import { visitEveryFeature } from '../../support/stores/visitEveryFeature';

const steps = recordEachTest();
const server = useRestServer();
const output = captureConsole(
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
);

const token = tokenOf(7, 4_000_000_000);
/** The token and each of its parts. */
const secrets = [token, ...token.split('.')];

const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret));

describe('a session from sign-in to logout, with failures', () => {
  beforeEach(async () => {
    const { store } = await visitEveryFeature(server(), token);
    await store.dispatch(logOut());
  });

  test('dispatches actions of every kind and sends the token', () => {
    const types = steps().map(({ action }) => action.type);
    expect(types).toEqual(
      expect.arrayContaining([
        'session/phoneRejected',
        'api/executeMutation/pending',
        'api/executeMutation/rejected',
        'api/executeMutation/fulfilled',
        'session/started',
        'hub/chatOpened',
        'connection/changed',
        'hub/messagesReceived',
        'hub/messageSent',
        'page/hidden',
        'page/shown',
        'page/cameOnline',
        'session/logoutStarted',
        'hub/chatClosed',
        'session/ended',
      ]),
    );
    const withToken = server().requests.filter(
      ({ authorization }) => authorization === `Bearer ${token}`,
    );
    expect(withToken.length).toBeGreaterThan(5);
  });

  test('has the token in no action (F1)', () => {
    const leaks = steps().filter(({ action }) => hasSecret(JSON.stringify(action)));
    expect(leaks).toEqual([]);
  });

  test('has the token in no state (F1)', () => {
    const leaks = steps().filter(({ state }) => hasSecret(JSON.stringify(state)));
    expect(leaks).toEqual([]);
  });

  test('has the token in no console line of any level (F1)', () => {
    expect(output.lines.length).toBeGreaterThan(5);
    expect(output.lines.filter(hasSecret)).toEqual([]);
  });

  test('has serialisable actions and states only (F4)', () => {
    expect(steps().filter(({ isPlain }) => !isPlain)).toEqual([]);
    expect(output.lines.filter((line) => /serializ|mutation was detected/i.test(line))).toEqual([]);
  });

  test('logs the failures of the error catalogue as errors, and nothing else (S8)', () => {
    expect(output.at('error')).toEqual([
      'Loading history failed: 500',
      'Sending a message failed: 400',
      'Sending a message failed: 400',
      'Sending an image failed: 413',
    ]);
  });

  test('leaves no request and no response in the state', () => {
    expect(steps().at(-1)?.state).toMatchObject({ api: { queries: {}, mutations: {} } });
    const kept = steps().filter(({ state }) => JSON.stringify(state).includes('"mutations":{"'));
    expect(kept).toEqual([]);
  });

  test('records no keystrokes', () => {
    expect(steps().filter(({ action }) => action.type === 'hub/keystrokeTyped')).toEqual([]);
  });
});
