import { randomBytes } from 'node:crypto';

/** RFC 9457 problem details, as ASP.NET Core writes them. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  errors?: Record<string, string[]>;
  traceId: string;
}

const RFC9110 = 'https://tools.ietf.org/html/rfc9110#section-';
const TITLES: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ['15.5.1', 'Bad Request'],
  401: ['15.5.2', 'Unauthorized'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  405: ['15.5.6', 'Method Not Allowed'],
  413: ['15.5.14', 'Payload Too Large'],
  415: ['15.5.16', 'Unsupported Media Type'],
  500: ['15.6.1', 'An error occurred while processing your request.'],
};

/** Thrown by a handler to send an error response. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly errors?: Record<string, string[]>,
    readonly headers: Record<string, string> = {},
  ) {
    super(`HTTP ${status}`);
  }
}

/** The body of an error response. */
export function toProblemDetails({ status, errors }: HttpError): ProblemDetails {
  const [section, title] = TITLES[status] ?? ['15.6.1', 'Error'];
  return {
    type: RFC9110 + section,
    title: errors ? 'One or more validation errors occurred.' : title,
    status,
    ...(errors && { errors }),
    traceId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
  };
}
