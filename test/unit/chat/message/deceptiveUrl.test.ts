import { findLinks } from '../../../../src/chat/message/links';
import { DECEPTIVE_URLS, HONEST_URLS } from '../../../support/builders/hostileUrls';

const linksOf = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('a deceptive URL stays plain text', () => {
  test.each(Object.entries(DECEPTIVE_URLS))('with %s', (_, url) => {
    expect(linksOf(url)).toEqual([]);
    expect(linksOf(`Baxın: ${url}, sağ olun`)).toEqual([]);
    expect(linksOf(`(${url.replace('https', 'HTTP')})`)).toEqual([]);
  });
});

describe('an honest URL is a link', () => {
  test.each(Object.entries(HONEST_URLS))('with %s', (_, url) => {
    expect(linksOf(url)).toEqual([url]);
    expect(linksOf(`Baxın: ${url}, sağ olun`)).toEqual([url]);
  });

  test('next to a deceptive URL', () => {
    expect(linksOf('https://a@b.az/ https://b.az/ https://b\u0430nk.az/')).toEqual([
      'https://b.az/',
    ]);
  });
});
