import { api } from '../../../src/api/api';
import { RESPONSES } from '../../support/builders/hostile';
import { tokenOf, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(FAILED_CALL);

const { login, history, send, upload } = api.endpoints;

/** Creates a chat of user 7 with an image to upload. */
function openChat() {
  const chat = makeChat(server().host, { token: tokenOf(7) });
  chat.services.images.set('1', new File(['pixels'], 'a.png', { type: 'image/png' }));
  return chat;
}

const PARSED_CALLS = {
  login: login.initiate({ username: '+994501234567', password: '' }),
  messages: history.initiate({ userId: 7, requestKey: 'a' }),
  upload: upload.initiate({ userId: 7, key: '1', name: 'a.png' }),
};
const parsedCalls = Object.entries(PARSED_CALLS) as [
  keyof typeof PARSED_CALLS,
  typeof PARSED_CALLS.login,
][];

describe.each(Object.entries(RESPONSES))('hostile response: %s', (_, body) => {
  test.each(parsedCalls)(
    'makes %s fail, and reaches neither the state nor the console',
    async (call, request) => {
      server().responses[call] = { body };
      const { store, tokens } = openChat();
      const result = await store.dispatch(request);
      expect(result.data).toBeUndefined();
      expect(result.error).toEqual({ status: expect.any(String) as string });
      expect(tokens.read()).toBe(tokenOf(7));
      expect(JSON.stringify(store.getState())).not.toContain('broken');
      expect(output.lines.join('\n').length).toBeLessThan(1_000);
    },
  );

  test('does not make send fail, which ignores the body', async () => {
    server().responses.send = { body };
    const { store } = openChat();
    expect(await store.dispatch(send.initiate(own()))).toMatchObject({ data: null });
  });
});
