import type { Display } from '../engines/drivers/display';
import type { Listener } from './listener';

/** Delay between two keys, in ms. */
const KEY_DELAY = 60;

/** A keyboard whose keys the screen reader sees, unlike those of a browser's driver. */
export class Keyboard {
  constructor(private readonly display: Display) {}

  /** Presses keys one after the other, by their X names, for example `ctrl+End`. */
  press(...keys: string[]): void {
    this.display.xdotool('key', '--delay', KEY_DELAY, ...keys);
  }

  type(text: string): void {
    this.display.xdotool('type', '--delay', KEY_DELAY, text);
  }

  /** Switches the screen reader to its browse mode, in which the arrow keys read the page. */
  browse(listener: Listener): Promise<void> {
    return this.switchMode(listener, 'Browse mode');
  }

  /** Switches the screen reader to its focus mode, in which keys reach the focused element. */
  write(listener: Listener): Promise<void> {
    return this.switchMode(listener, 'Focus mode');
  }

  private async switchMode(listener: Listener, mode: string): Promise<void> {
    const change = () => {
      this.display.xdotool('keydown', 'Insert', 'key', 'a', 'keyup', 'Insert');
    };
    const isChanged = async () =>
      (await listener.hear(change)).some(({ text }) => text.startsWith(mode));
    if (!(await isChanged()) && !(await isChanged()))
      throw new Error(`The screen reader does not say "${mode}".`);
  }
}
