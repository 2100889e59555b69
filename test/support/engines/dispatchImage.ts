import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppTab } from './appTab';

export const IMAGE_FILE = path.join(__dirname, '../images/grey-320x240.png');

/** Dispatches an event with an image file, which the page has made in memory. */
export const dispatchImage = (appTab: AppTab, type: 'paste' | 'drop'): Promise<void> =>
  appTab.tab.evaluate(
    ({ type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, options)
          : new DragEvent(type, { ...options, dataTransfer: data });
      // Firefox gives a paste that a script has made an empty clipboard.
      if (type === 'paste') Object.defineProperty(event, 'clipboardData', { value: data });
      document.querySelector('textarea')?.dispatchEvent(event);
    },
    { type, base64: readFileSync(IMAGE_FILE).toString('base64') },
  );
