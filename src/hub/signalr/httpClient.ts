import {
  DefaultHttpClient,
  HttpError,
  HttpResponse,
  HttpTransportType,
  type HttpRequest,
  type ILogger,
} from '@microsoft/signalr';

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

interface Options {
  /** Aborts a pending negotiate request, for which SignalR would wait. */
  ended: AbortSignal;
  /** Called when a send over server-sent events or long polling gets a 404. */
  onLost: () => void;
  /** The transports not to try if the hub offers others, as bits of `HttpTransportType`. */
  excluded: number;
}

/**
 * SignalR's HTTP client, in which an attempt can end a negotiate request and exclude transports, and
 * which reports a 401 and a lost connection: SignalR keeps only the text of a failed request.
 */
export class HubHttpClient extends DefaultHttpClient {
  /** Whether a request got a 401. */
  isUnauthorized = false;

  constructor(
    logger: ILogger,
    private readonly options: Options,
  ) {
    super(logger);
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const { ended, onLost, excluded } = this.options;
    const isNegotiation = request.url?.includes('/negotiate?');
    const abortSignal = ended as NonNullable<HttpRequest['abortSignal']>;
    const sent = { ...request, ...(isNegotiation && { abortSignal }) };
    try {
      const response = await super.send(sent);
      return isNegotiation && excluded ? withoutTransports(response, excluded) : response;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { statusCode } = error;
      if (statusCode === 401) this.isUnauthorized = true;
      // SignalR itself would stay Connected.
      if (statusCode === 404 && request.method === 'POST' && !isNegotiation) onLost();
      // Without the body, which can be a page of a proxy.
      throw new HttpError('The request failed', statusCode);
    }
  }
}
