export type ScreenName = 'login' | 'chat';

/**
 * Takes a prerendered screen out of its template in index.html and puts it on the page. It stands in
 * the page as text, too, to run before anything is drawn: it can use nothing but its arguments.
 */
export function showScreen(page: Document, name: ScreenName): HTMLElement {
  const root = page.getElementById('root');
  const template = page.querySelector<HTMLTemplateElement>(`template[data-screen="${name}"]`);
  if (!root || !template) throw new Error('index.html lacks a part of what the build put there.');
  if (root.dataset['screen'] !== name) root.replaceChildren(template.content);
  root.dataset['screen'] = name;
  return root;
}
