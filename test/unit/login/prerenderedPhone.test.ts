import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { usePhoneInput } from '../../../src/login/usePhoneInput';

const ignore = () => undefined;

function Phone() {
  return createElement('p', null, usePhoneInput(ignore).phone);
}

describe('usePhoneInput during prerendering', () => {
  test('has the country code, without a document', () => {
    expect(typeof document).toBe('undefined');
    expect(renderToString(createElement(Phone))).toBe('<p>+994</p>');
  });
});
