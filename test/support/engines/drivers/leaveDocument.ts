import { until } from '../../time/until';

let documentsLeft = 0;

/**
 * Navigates and waits until the next document is parsed. Does not wait for its deferred scripts,
 * because a test may delay them.
 * @param run runs a script in the page, given as the body of a function
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
  // Before the next document, Firefox may load about:blank, which has no mark either.
  const isNext = `document.left !== ${documentsLeft} && document.URL !== 'about:blank'`;
  const script = `return ${isNext} && document.readyState !== 'loading'`;
  // A script that runs while the document is replaced fails.
  await until(async () => Boolean(await run(script).catch(() => false)), { interval: 20 });
}
