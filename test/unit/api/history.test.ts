import { api } from '../../../src/api/api';
import { tokenOf, incoming, own } from '../../support/builders/builders';
import { FAILED_CALL, SKIPPED_PAYLOAD, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(FAILED_CALL, SKIPPED_PAYLOAD);
const { history } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('history', () => {
  const fetchHistory = async (body: string) => {
    server().responses.messages = { body };
    return chat().store.dispatch(history.initiate({ userId: 7, requestKey: 'a' }));
  };

  test('returns the messages in the order of the response, with times in UTC', async () => {
    const messages = [
      { ...incoming(), text: 'b', timestamp: '2026-03-05T10:00:00' },
      { ...own(), text: 'a', timestamp: '2026-03-05T09:00:00' },
    ];
    const { data } = await fetchHistory(JSON.stringify(messages));
    expect(data).toEqual([
      incoming({ text: 'b' }),
      own({ text: 'a', timestamp: '2026-03-05T09:00:00.000Z' }),
    ]);
    expect(output.lines).toEqual([]);
  });

  test('skips messages between other people, without a log line', async () => {
    const { data } = await fetchHistory(JSON.stringify([incoming({ toUserId: 8 }), incoming()]));
    expect(data).toEqual([incoming()]);
    expect(output.lines).toEqual([]);
  });

  test('skips items that are not messages, with one log line', async () => {
    const { data } = await fetchHistory(JSON.stringify([null, incoming(), 'hello', {}, own()]));
    expect(data).toEqual([incoming(), own()]);
    expect(output.lines).toEqual(['warn: Skipped 3 history items that are not messages.']);
  });

  test('returns an empty history', async () => {
    expect((await fetchHistory('[]')).data).toEqual([]);
  });

  test.each(['null', '{}', '"hello"', '5', ''])('fails if the response is %p', async (body) => {
    const { data, error } = await fetchHistory(body);
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_HISTORY' });
  });

  test.each([
    ['an HTML page', { body: '<!doctype html>' }, 'PARSING_ERROR'],
    ['403', { status: 403, body: '[]' }, 403],
    ['a body that is cut off', { body: '[', failure: 'cut' }, 'FETCH_ERROR'],
    ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, response, status) => {
    server().responses.messages = response;
    const { store } = chat();
    const { error } = await store.dispatch(history.initiate({ userId: 7, requestKey: 'a' }));
    expect(error).toEqual({ status });
  });

  test('returns null for a refetch whose response equals the one before', async () => {
    const { store } = chat();
    let requests = 0;
    const fetchAgain = async (body: string, isRefetch = true) => {
      server().responses.messages = { body };
      const request = { userId: 7, requestKey: String(requests++), isRefetch };
      return (await store.dispatch(history.initiate(request, { subscribe: false }))).data;
    };
    const body = JSON.stringify([incoming()]);
    expect(await fetchAgain(body, false)).toEqual([incoming()]);
    expect(await fetchAgain(body)).toBeNull();
    expect(await fetchAgain('[]')).toEqual([]);
    expect(await fetchAgain(body)).toEqual([incoming()]);
    expect(await fetchAgain(body, false)).toEqual([incoming()]);
  });
});
