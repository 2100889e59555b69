import type { Display } from '../../engines/drivers/display';
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
  async browse(listener: Listener): Promise<void> {
    const switchMode = () => {
      this.display.xdotool('keydown', 'Insert', 'key', 'a', 'keyup', 'Insert');
    };
    const isBrowsing = async () =>
      (await listener.hear(switchMode)).some(({ text }) => text === 'Browse mode');
    if (!(await isBrowsing()) && !(await isBrowsing()))
      throw new Error('The screen reader does not say that it is in browse mode.');
  }
}
