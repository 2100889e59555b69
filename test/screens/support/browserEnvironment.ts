import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with Node's own network: jsdom has no fetch, and jest hides Node's behind it. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // This file runs outside of the sandbox, so these globals are Node's.
    Object.assign(this.global, {
      fetch,
      Headers,
      Request,
      Response,
      FormData,
      File,
      Blob,
      TextEncoder,
      TextDecoder,
      AbortController,
      AbortSignal,
      WritableStream,
    });
  }
}
