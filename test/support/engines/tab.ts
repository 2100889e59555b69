/** A key that is pressed by name; a single character types itself. */
export type Key = 'Enter' | 'Tab' | 'End' | 'ArrowLeft' | 'Backspace';

/** A point of the viewport, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** One tab of a browser, with the few commands that both drivers have. */
export interface Tab {
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
