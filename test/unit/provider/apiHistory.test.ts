import { api } from '../../../src/provider/api';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { incoming, own } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();
const { history } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('history', () => {
  const ask = async (body: string) => {
    server().answers.messages = { body };
    return chat().store.dispatch(history.initiate({ userId: 7, request: 1 }));
  };

  test('answers with the messages in their order, times as UTC', async () => {
    const messages = [
      { ...incoming(), text: 'b', timestamp: '2026-03-05T10:00:00' },
      { ...own(), text: 'a', timestamp: '2026-03-05T09:00:00' },
    ];
    const { data } = await ask(JSON.stringify(messages));
    expect(data).toEqual([
      incoming({ text: 'b' }),
      own({ text: 'a', timestamp: '2026-03-05T09:00:00.000Z' }),
    ]);
    expect(output.lines).toEqual([]);
  });

  test('leaves out messages between others, without a word', async () => {
    const { data } = await ask(JSON.stringify([incoming({ toUserId: 8 }), incoming()]));
    expect(data).toEqual([incoming()]);
    expect(output.lines).toEqual([]);
  });

  test('skips what is no message, with one log line that counts it', async () => {
    const { data } = await ask(JSON.stringify([null, incoming(), 'hello', {}, own()]));
    expect(data).toEqual([incoming(), own()]);
    expect(output.lines).toEqual(['warn: The history holds 3 entries that are no message.']);
  });

  test('may be empty', async () => {
    expect((await ask('[]')).data).toEqual([]);
  });

  test.each(['null', '{}', '"hello"', '5', ''])('fails where the answer is %p', async (body) => {
    const { data, error } = await ask(body);
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_HISTORY' });
  });

  test.each([
    ['a page', { body: '<!doctype html>' }, 'PARSING_ERROR'],
    ['403', { status: 403, body: '[]' }, 403],
    ['half an answer', { body: '[', end: 'cut' }, 'PARSING_ERROR'],
    ['a dropped line', { end: 'drop' }, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, answer, status) => {
    server().answers.messages = answer;
    const { store } = chat();
    const { error } = await store.dispatch(history.initiate({ userId: 7, request: 1 }));
    expect(error).toEqual({ status });
  });
});
