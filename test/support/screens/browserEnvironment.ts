import TestEnvironment from '@stryker-mutator/jest-runner/jest-env/jsdom';

/**
 * jsdom with Node's own network: jsdom has no fetch, and jest hides Node's behind it. During
 * mutation testing, it reports to Stryker which mutants a test covers.
 */
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
    Object.assign(this.global.URL, {
      createObjectURL: (file: Blob) => URL.createObjectURL(file),
      revokeObjectURL: (url: string) => URL.revokeObjectURL(url),
    });
  }
}
