import { storyOfEachTest } from '../../support/storyOf';
import { logOut } from '../../../src/session/session';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { useRestServer } from '../../support/restServer';
import { tour } from '../../support/tour';

const story = storyOfEachTest();
const server = useRestServer();
const output = keepConsole();

const token = tokenOf(7, 4_000_000_000);
/** The token and each of its parts, by which it would be known again. */
const secrets = [token, ...token.split('.')];

const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) {
    return true;
  }
  const isRecord = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isRecord && Object.values(value as object).every(isPlain);
};

const holdsSecret = (text: string) => secrets.some((secret) => text.includes(secret));

describe('from the first number typed to logging out, failures included', () => {
  beforeEach(async () => {
    const { store } = await tour(server(), token);
    await store.dispatch(logOut());
  });

  test('the story is complete', () => {
    const types = story().map(({ action }) => action.type);
    expect(types).toEqual(
      expect.arrayContaining([
        'session/phoneRejected',
        'session/signInStarted',
        'session/signInFailed',
        'session/started',
        'chat/opened',
        'connection/changed',
        'messages/received',
        'messages/sent',
        'page/hidden',
        'page/shown',
        'page/online',
        'session/leaving',
        'chat/closed',
        'session/ended',
      ]),
    );
    const seen = server().seen.filter(({ authorization }) => authorization === `Bearer ${token}`);
    expect(seen.length).toBeGreaterThan(5);
  });

  test('the token is in no action', () => {
    const told = story().filter(({ action }) => holdsSecret(JSON.stringify(action)));
    expect(told).toEqual([]);
  });

  test('the token is in no state', () => {
    const kept = story().filter(({ state }) => holdsSecret(JSON.stringify(state)));
    expect(kept).toEqual([]);
  });

  test('the token is in no line of the console, at any level', () => {
    expect(output.lines.length).toBeGreaterThan(5);
    expect(output.lines.filter(holdsSecret)).toEqual([]);
  });

  test('every action and every state is plain', () => {
    expect(story().filter(({ action }) => !isPlain(action))).toEqual([]);
    expect(story().filter(({ state }) => !isPlain(state))).toEqual([]);
    expect(output.lines.filter((line) => /serializ|mutation was detected/i.test(line))).toEqual([]);
  });

  test('the console holds the failures of the catalogue as errors, and nothing else', () => {
    expect(output.at('error')).toEqual([
      'Loading history failed: 500',
      'Loading history failed: 500',
      'Sending a message failed: 400',
      'Sending a message failed: 400',
      'Sending an image failed: 413',
    ]);
  });

  test('nothing of the calls is kept: neither what was asked nor what was answered', () => {
    expect(story().at(-1)?.state).toMatchObject({ api: { queries: {}, mutations: {} } });
    const kept = story().filter(({ state }) => JSON.stringify(state).includes('"mutations":{"'));
    expect(kept).toEqual([]);
  });

  test('keystrokes are not in the story', () => {
    expect(story().filter(({ action }) => action.type === 'chat/typed')).toEqual([]);
  });
});
