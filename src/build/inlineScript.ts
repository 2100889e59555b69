import type { handleEnter } from '../ui/handleEnter';
import type { showPrerendered } from '../app/showPrerendered';

/**
 * The inline script of index.html, which runs before the first paint. `prerender.tsx` inserts the
 * source of this function, so it may use only its arguments and what every browser has.
 *
 * - On `file:` the app cannot load, so an explanation is shown.
 * - A browser without the newest features that the app needs gets an explanation, and `index.tsx`
 *   does not start.
 * - Enter is handled for all screens, before hydration and after it.
 * - If a token is stored, the chat is shown, otherwise the login.
 * - If all scripts have loaded or failed without starting the app, the broken page is shown.
 *
 * @param show moves a prerendered screen into the page
 * @param handleKeys runs for as long as the page lives
 */
export function inlineScript(
  tokenKey: string,
  show: typeof showPrerendered,
  handleKeys: typeof handleEnter,
): void {
  const unhide = (id: string) => document.getElementById(id)?.removeAttribute('hidden');
  const { dataset } = document.body;

  if (location.protocol === 'file:') {
    unhide('unserved');
    return;
  }
  if (!('any' in AbortSignal && CSS.supports('color', 'light-dark(red, red)'))) {
    dataset.outdated = '';
    unhide('outdated');
    console.error('This browser lacks AbortSignal.any or light-dark(), which the app needs.');
    return;
  }
  handleKeys();
  // Before hydration, submitting would reload the page. The app submits the number or text after it.
  addEventListener('submit', (event) => {
    const field = document.querySelector<HTMLInputElement>('[type=tel], textarea');
    // After hydration, React has handled the event.
    if (field?.value.trim() && !event.defaultPrevented) {
      dataset.submitted = field.value;
      // The line break ends the submitted text. A phone input drops line breaks.
      field.value += '\n';
    }
    event.preventDefault();
  });
  let isLoggedIn = false;
  try {
    isLoggedIn = localStorage.getItem(tokenKey) !== null;
  } catch {
    // Access to forbidden storage throws.
  }
  // The app itself requests the chat's scripts only once it runs.
  const scripts = document.querySelector<HTMLTemplateElement>('#chat-scripts')?.content;
  if (isLoggedIn && scripts) {
    // Webpack would wait for a script that has failed. It requests a removed script again.
    for (const script of scripts.querySelectorAll('script')) script.onerror = () => script.remove();
    document.head.append(scripts);
  }
  show(document, isLoggedIn ? 'chat' : 'login');
  addEventListener('load', () => {
    if ('started' in dataset) return;
    const reload = show(document, 'broken').querySelector('button');
    reload?.addEventListener('click', () => location.reload());
  });
}
