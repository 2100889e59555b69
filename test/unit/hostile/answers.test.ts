import { api } from '../../../src/provider/api';
import { ANSWERS } from '../../support/hostile';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { own } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();

const { login, history, send, upload } = api.endpoints;

/** A chat of user 7 with a picture to upload. */
function openChat() {
  const chat = makeChat(server().host, { token: tokenOf(7) });
  chat.services.pictures.set('1', new File(['pixels'], 'a.png', { type: 'image/png' }));
  return chat;
}

const READING = {
  login: login.initiate({ username: '+994501234567', password: '' }),
  messages: history.initiate({ userId: 7, request: 1 }),
  upload: upload.initiate({ key: '1', name: 'a.png' }),
};
const reading = Object.entries(READING) as [keyof typeof READING, typeof READING.login][];

describe.each(Object.entries(ANSWERS))('an answer that is %s', (_, body) => {
  test.each(reading)('is a failure of %s, and goes no further', async (call, request) => {
    server().answers[call] = { body };
    const { store, tokens } = openChat();
    const result = await store.dispatch(request);
    expect(result.data).toBeUndefined();
    expect(result.error).toEqual({ status: expect.any(String) as string });
    expect(tokens.read()).toBe(tokenOf(7));
    expect(JSON.stringify(store.getState())).not.toContain('broken');
    expect(output.lines.join('\n').length).toBeLessThan(1_000);
  });

  test('is as good as any where it is not read', async () => {
    server().answers.send = { body };
    const { store } = openChat();
    expect(await store.dispatch(send.initiate(own()))).toMatchObject({ data: null });
  });
});
