import { HttpError, HttpResponse, type HttpRequest } from '@microsoft/signalr';
import { HubHttpClient } from '../../../../src/hub/signalr/httpClient';
import { HubLogger } from '../../../../src/hub/signalr/logger';
import { HOST } from '../../../support/stores/makeChat';

const NEGOTIATE = `${HOST}/chatHub66/negotiate?userId=7`;
const HUB = `${HOST}/chatHub66?userId=7`;

/** Creates a client whose requests get this status. */
function makeClient(status: number, ended = new AbortController().signal) {
  const requests: HttpRequest[] = [];
  const onLost = jest.fn();
  const sendRequest = (request: HttpRequest) => {
    requests.push(request);
    return status < 300
      ? Promise.resolve(new HttpResponse(status))
      : Promise.reject(new HttpError('<h1>a stack trace</h1>', status));
  };
  const options = { ended, onLost, excluded: 0, sendRequest };
  const client = new HubHttpClient(new HubLogger(), options);
  return { client, requests, onLost };
}

test.each([
  [401, true],
  [403, false],
  [500, false],
])(
  'a status %d is the error, without the body, and isUnauthorized is %p',
  async (status, isUnauthorized) => {
    const { client } = makeClient(status);
    await expect(client.send({ method: 'POST', url: NEGOTIATE })).rejects.toMatchObject({
      statusCode: status,
      message: `The request failed: Status code '${status}'`,
    });
    expect(client.isUnauthorized).toBe(isUnauthorized);
  },
);

test.each([
  [1, 'a send gets a 404', 404, 'POST', HUB],
  [0, 'a send gets a 503', 503, 'POST', HUB],
  [0, 'a poll gets a 404, which SignalR handles', 404, 'GET', HUB],
  [0, 'negotiate gets a 404', 404, 'POST', NEGOTIATE],
])('%d lost connections are reported when %s', async (expected, _, status, method, url) => {
  const { client, onLost } = makeClient(status);
  await expect(client.send({ method, url })).rejects.toThrow(HttpError);
  expect(onLost).toHaveBeenCalledTimes(expected);
});

test('a negotiate request is aborted when its attempt ends, and no other request', async () => {
  const ended = new AbortController();
  const { client, requests } = makeClient(200, ended.signal);
  const abortSignal = { aborted: false, onabort: null };
  await client.send({ url: NEGOTIATE, abortSignal });
  await client.send({ method: 'GET', url: HUB, abortSignal });
  const abort = jest.fn();
  const [negotiate] = requests;
  if (negotiate?.abortSignal) negotiate.abortSignal.onabort = abort;
  ended.abort();
  expect(abort).toHaveBeenCalledTimes(1);
  expect(requests[1]?.abortSignal).toBe(abortSignal);
});
