import { until } from '../../support/time/until';

let documentsLeft = 0;

/**
 * Leaves a document and waits until the next one is parsed, but not for its deferred scripts, which
 * a test may hold back.
 * @param run runs the body of a function in the page
 * @param go starts the navigation
 */
export async function leaveDocument(
  run: (script: string) => Promise<unknown>,
  go: () => Promise<unknown>,
): Promise<void> {
  // A number, because the document that the history restores has been left before.
  documentsLeft += 1;
  await run(`document.left = ${documentsLeft}`);
  await go();
  const script = `return document.left !== ${documentsLeft} && document.readyState !== 'loading'`;
  // A script that runs while the document is replaced fails.
  await until(async () => Boolean(await run(script).catch(() => false)), { interval: 20 });
}
