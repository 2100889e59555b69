import { until } from '../time/until';

/** A key that is pressed by name; a single character types itself. */
export type Key = 'Enter' | 'Tab' | 'End' | 'ArrowLeft' | 'Backspace';

/** A point of the viewport, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** One tab of a browser, with the few commands that both drivers have. */
export interface Tab {
  /** Opens a URL and waits until the document is parsed. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page, which must not use names from outside. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Presses the primary button of a mouse at a point. */
  clickAt(point: Point): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: Key, modifier?: 'Shift'): Promise<void>;
  /** Chooses a file for the first element that a selector matches, without the system's dialog. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Brings the tab to the front. */
  show(): Promise<void>;
  /** Sets the size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** A running browser, whose tabs share their storage. */
export interface Browser {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** Options of a browser launch. */
export interface LaunchOptions {
  /** The X display, for example `:99`. */
  display: string;
  /** Variables that replace those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Receives a line for each uncaught error that the driver itself reports. */
  report: (problem: string) => void;
}

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
