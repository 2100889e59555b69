export type ScreenName = 'login' | 'chat' | 'broken';

/**
 * Moves a prerendered screen from its template in index.html into the page. The source of this
 * function is also inlined into index.html, so it may use only its arguments.
 * @throws Error if index.html has no `#root` or no such template
 */
export function showPrerendered(page: Document, name: ScreenName): HTMLElement {
  const root = page.getElementById('root');
  const template = page.querySelector<HTMLTemplateElement>(`template[data-screen="${name}"]`);
  if (!root || !template) throw new Error(`index.html has no #root or no "${name}" template.`);
  if (root.dataset.screen !== name) {
    const input = template.content.querySelector<HTMLInputElement>('input[type="tel"]');
    // `autofocus` takes effect later. In WebKit, it moves the caret to the start.
    input?.removeAttribute('autofocus');
    root.replaceChildren(template.content);
    // With the caret at the start, the customer's first digits would precede the country code.
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }
  root.dataset.screen = name;
  return root;
}
