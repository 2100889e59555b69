import { type Control, ROLE_SELECTORS } from '../page/chatScreen';

/** One step of a search: elements below those of the step before. */
interface Step {
  selector: string;
  /** Part of the accessible name. */
  name?: string | undefined;
  /** Part of the element's own text. */
  text?: string;
}

/** An element as the page has it at the moment. */
export interface Found {
  text: string;
  value: string;
  isDisabled: boolean;
  isFocused: boolean;
  box: { x: number; y: number; width: number; height: number };
}

/** The steps that lead to a part of the page. */
export function stepsTo(control: Control): Step[] {
  if ('placeholder' in control) return [{ selector: `[placeholder="${control.placeholder}"]` }];
  if ('text' in control) return [{ selector: 'body *', text: control.text }];
  const outer = control.within ? stepsTo(control.within) : [];
  if ('selector' in control) return [...outer, { selector: control.selector }];
  return [...outer, { selector: ROLE_SELECTORS[control.role], name: control.name }];
}

/** Finds the visible elements. Runs in the page, so it may use nothing from outside. */
export function findVisible(steps: Step[]): Found[] {
  const hasName = (element: Element, name: string) =>
    (element.getAttribute('aria-label') ?? element.textContent).includes(name);
  const hasText = (element: Element, text: string) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(text),
    );
  const matches = (element: Element, { name, text }: Step) =>
    element.checkVisibility() &&
    (name === undefined || hasName(element, name)) &&
    (text === undefined || hasText(element, text));
  let found: ParentNode[] = [document];
  for (const step of steps) {
    found = found.flatMap((root) =>
      [...root.querySelectorAll(step.selector)].filter((element) => matches(element, step)),
    );
  }
  return found
    .filter((one) => one instanceof Element)
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const hasValue =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      return {
        text: element.textContent,
        value: hasValue ? element.value : '',
        isDisabled: element.matches(':disabled'),
        isFocused: element === document.activeElement,
        box: { x, y, width, height },
      };
    });
}
