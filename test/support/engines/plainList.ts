import { serveFiles, type ServedFiles } from '../build/serveFiles';

const ROWS = Array.from({ length: 2_000 }, (_, row) => `<p role="article">${row}</p>`).join('');

const PAGE = `<!doctype html><meta charset="utf-8" /><style>
  body { margin: 0 }
  div { position: fixed; inset: 76px 0 77px; overflow-y: auto }
  p { margin: 0; height: 50px }
</style><div role="log" tabindex="0">${ROWS}</div>`;

/** Serves a list with all its rows: what the browser itself does with an input. */
export const servePlainList = (): Promise<ServedFiles> =>
  serveFiles(
    (name) => (name === '/index.html' ? Promise.resolve(PAGE) : Promise.reject(new Error(name))),
    '/index.html',
  );
