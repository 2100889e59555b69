import { randomBytes } from 'node:crypto';

/** RFC 9457 problem details, as ASP.NET Core writes them. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  errors?: Record<string, string[]>;
  traceId: string;
}

const RFC9110 = 'https://tools.ietf.org/html/rfc9110#section-';
const KNOWN: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ['15.5.1', 'Bad Request'],
  401: ['15.5.2', 'Unauthorized'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  405: ['15.5.6', 'Method Not Allowed'],
  413: ['15.5.14', 'Payload Too Large'],
  415: ['15.5.16', 'Unsupported Media Type'],
  500: ['15.6.1', 'An error occurred while processing your request.'],
};

/** A refusal that ends the handling of a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly errors?: Record<string, string[]>,
    readonly headers: Record<string, string> = {},
  ) {
    super(`Refused with ${status}`);
  }
}

/** The body that goes with a refusal. */
export function problemOf({ status, errors }: Refusal): Problem {
  const [section, title] = KNOWN[status] ?? ['15.6.1', 'Error'];
  return {
    type: RFC9110 + section,
    title: errors ? 'One or more validation errors occurred.' : title,
    status,
    ...(errors && { errors }),
    traceId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
  };
}
