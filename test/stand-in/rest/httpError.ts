/** Thrown by a handler to send an error response. */
export class HttpError extends Error {
  /** @param errors the reasons, by field */
  constructor(
    readonly status: number,
    readonly errors?: Record<string, string[]>,
  ) {
    super(`HTTP ${status}`);
  }
}

/** A 400 response that names the invalid field. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(400, { [field]: [message] });
}
