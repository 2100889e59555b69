import {
  DefaultHttpClient,
  HttpError,
  type HttpRequest,
  type HttpResponse,
  type ILogger,
} from '@microsoft/signalr';
import { TokenError } from '../hubClient';

export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

const isNegotiate = ({ url = '' }: HttpRequest) => url.includes('/negotiate?');

interface Connection {
  /** Aborts a pending negotiate request, for which SignalR would wait. */
  ended: AbortSignal;
  /** Called when a send over server-sent events or long polling gets a 404. */
  onLost: () => void;
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
    const { ended, onLost } = this.connection;
    const isNegotiation = isNegotiate(request);
    const abortSignal = ended as NonNullable<HttpRequest['abortSignal']>;
    const sent = { ...request, ...(isNegotiation && { abortSignal }) };
    try {
      return await (this.sendRequest?.(sent) ?? super.send(sent));
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
