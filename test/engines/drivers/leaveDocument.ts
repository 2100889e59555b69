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
  // Each navigation has its own number: a document that Back restores has the mark of an earlier one.
  documentsLeft += 1;
  await run(`document.left = ${documentsLeft}`);
  await go();
  // Between two documents, Firefox shows about:blank for a moment.
  const isNext = `document.left !== ${documentsLeft} && document.URL !== 'about:blank'`;
  const script = `return ${isNext} && document.readyState !== 'loading'`;
  // A script that runs while the document is replaced fails.
  await until(async () => Boolean(await run(script).catch(() => false)), { interval: 20 });
}
