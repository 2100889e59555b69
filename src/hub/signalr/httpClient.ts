import {
  DefaultHttpClient,
  HttpError,
  HttpResponse,
  HttpTransportType,
  type HttpRequest,
  type ILogger,
} from '@microsoft/signalr';
import { TokenError } from '../hubClient';

export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** Removes transports, unless the hub offers no other. SignalR's own option would leave none then. */
function withoutTransports(response: HttpResponse, excluded: number): HttpResponse {
  const negotiation = JSON.parse(response.content as string) as {
    availableTransports?: { transport: keyof typeof HttpTransportType }[];
  };
  const availableTransports = negotiation.availableTransports?.filter(
    ({ transport }) => !(HttpTransportType[transport] & excluded),
  );
  if (!availableTransports?.length) return response;
  const content = JSON.stringify({ ...negotiation, availableTransports });
  return new HttpResponse(response.statusCode, response.statusText ?? '', content);
}

interface Connection {
  /** Aborts a pending negotiate request, for which SignalR would wait. */
  ended: AbortSignal;
  /** Called when a send over server-sent events or long polling gets a 404. */
  onLost: () => void;
  /** The transports not to try if the hub offers others, as bits of `HttpTransportType`. */
  excluded: number;
}

/** Keeps the status of a failed request, of which SignalR keeps only a text. */
export class HubHttpClient extends DefaultHttpClient {
  /** The error of a request that got a 401 or 403. */
  rejection: TokenError | undefined;

  /** @param sendRequest replaces the requests of SignalR's own client in tests */
  constructor(
    logger: ILogger,
    private readonly connection: Connection,
    private readonly sendRequest?: SendRequest,
  ) {
    super(logger);
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const { ended, onLost, excluded } = this.connection;
    const isNegotiation = request.url?.includes('/negotiate?');
    const abortSignal = ended as NonNullable<HttpRequest['abortSignal']>;
    const sent = { ...request, ...(isNegotiation && { abortSignal }) };
    try {
      const response = await (this.sendRequest?.(sent) ?? super.send(sent));
      return isNegotiation && excluded ? withoutTransports(response, excluded) : response;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { statusCode } = error;
      if (statusCode === 401 || statusCode === 403) this.rejection = new TokenError(statusCode);
      // SignalR itself would stay Connected.
      if (statusCode === 404 && request.method === 'POST' && !isNegotiation) onLost();
      // Without the body, which can be a page of a proxy.
      throw new HttpError('The request failed', statusCode);
    }
  }
}
