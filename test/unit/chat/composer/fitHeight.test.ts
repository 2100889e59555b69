/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { fitHeight } from '../../../../src/chat/composer/fitHeight';

/** Height of the text, in px. */
const TEXT_HEIGHT = 72;

/** Returns an input 300 px high. As in a browser, `scrollHeight` is at least the input's height. */
function makeInput() {
  const input = document.createElement('textarea');
  input.style.height = '300px';
  Object.defineProperty(input, 'scrollHeight', {
    get: () => (input.style.height === 'auto' ? TEXT_HEIGHT : 300),
  });
  return input;
}

describe('fitHeight', () => {
  test('lowers the input to the height of its text', () => {
    const input = makeInput();
    fitHeight(input);
    expect(input.style.height).toBe('72px');
  });

  test('leaves the height to the style sheet in a browser with field-sizing', () => {
    const input = makeInput();
    Object.assign(input.style, { fieldSizing: '' });
    fitHeight(input);
    expect(input.style.height).toBe('300px');
  });
});
