/** An error response in plain text, as the hub's endpoint of ASP.NET Core sends it. */
export class HubHttpError extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(text);
  }
}
