import { splitLinks } from '../../../../src/chat/message/links';

const linksOf = (text: string) => splitLinks(text).filter(({ url }) => url);

describe('splitLinks', () => {
  test.each([
    ['https://example.az/a?b=1.', ['https://example.az/a?b=1']],
    ['(https://example.az/a), http://b.az!', ['https://example.az/a', 'http://b.az']],
    ['HTTPS://Example.az', ['HTTPS://Example.az']],
    ['https://example.az/(a)b', ['https://example.az/(a)b']],
    ['Baxın:https://example.az\nsağ olun', ['https://example.az']],
    ['https://a.az/\u202egnp', ['https://a.az/']],
    ['<https://a.az> "https://b.az"', ['https://a.az', 'https://b.az']],
    ['https://', []],
    ['javascript:alert(1) ftp://a.az a.az //a.az', []],
    ['WWW.bank.az', ['WWW.bank.az']],
    ['Baxın: www.bank.az/a, WWW.bank.az', ['www.bank.az/a', 'WWW.bank.az']],
    ['(yazın: destek@bank.az)', ['destek@bank.az']],
    ['(https://a.az/Bakı_(şəhər))', ['https://a.az/Bakı_(şəhər)']],
    ["https://az.wikipedia.org/wiki/O'Neill", ["https://az.wikipedia.org/wiki/O'Neill"]],
    [`https://g.az/40°22'0.0"N+49°50'1"E/@4,8z ay`, [`https://g.az/40°22'0.0"N+49°50'1"E/@4,8z`]],
    ['https://a.az/Bakı–Tbilisi–Ceyhan', ['https://a.az/Bakı–Tbilisi–Ceyhan']],
    ['https://a.az/«Azərbaycan»_qəzeti', ['https://a.az/«Azərbaycan»_qəzeti']],
    ['«https://x.az/a», “https://x.az/b”.', ['https://x.az/a', 'https://x.az/b']],
    ['„https://x.az/a“ „https://x.az/b”', ['https://x.az/a', 'https://x.az/b']],
    ['`https://x.az/a` ‹https://x.az/b›', ['https://x.az/a', 'https://x.az/b']],
    [`"https://x.az/a"dan 'https://x.az/b'dən`, ['https://x.az/a', 'https://x.az/b']],
    ['‘https://x.az/a’dan (https://x.az/b)də', ['https://x.az/a', 'https://x.az/b']],
    ['("sayt: https://x.az/a")', ['https://x.az/a']],
    ['https://x.az/a… *https://x.az/b*', ['https://x.az/a', 'https://x.az/b']],
    ['👉https://x.az/a 🔗www.x.az ▶️www.y.az', ['https://x.az/a', 'www.x.az', 'www.y.az']],
    ['📧info@x.az →https://x.az', ['info@x.az', 'https://x.az']],
    ['https://bank.az-da, www.bank.az-dan', ['https://bank.az', 'www.bank.az']],
    ["info@bank.az-a, https://bank.az'da", ['info@bank.az', 'https://bank.az']],
    ['https://my-bank.az/a-b', ['https://my-bank.az/a-b']],
    ['https://xn--80a.xn--p1ai:8080', ['https://xn--80a.xn--p1ai:8080']],
    ['E-poçt:info@x.az, info@x.az.', ['info@x.az', 'info@x.az']],
    ['https://bank.az-da/kredit https://bank.az_x', []],
    ['https://bank.az@evil.az/ https://bank.az\\evil', []],
    ['https://i❤.ws/a https://bank.az%2eevil.az', []],
    ["o'neill@x.az əli@bank.az a@bank.az@x.az", []],
    ['https://a.az:99999/', []],
  ])('returns the links of %p: %p', (text, links) =>
    expect(linksOf(text).map((link) => link.text)).toEqual(links),
  );

  test('returns an absolute URL for each link', () => {
    const text = 'www.bank.az HTTP://a.az destek@bank.az mailto:a@bank.az';
    expect(linksOf(text).map(({ url }) => url)).toEqual([
      'https://www.bank.az',
      'HTTP://a.az',
      'mailto:destek@bank.az',
      'mailto:a@bank.az',
    ]);
  });

  // A regular expression in quadratic time once blocked Firefox for 13 s with such texts.
  test.each([
    ['brackets that stay open', 'https://a.az/', '([{', 'x'],
    ['letters that are not ASCII', 'https://', 'ə', '@'],
    ['hyphens', 'https://a.', 'a-', '@'],
    ['beginnings of a host', '', 'www.a-', ''],
    ['names with an apostrophe', '', "a'", '@'],
    ['at signs', '', 'a@', ''],
    ['digits of a port', 'https://a.az:', '8', 'x'],
  ])('parses %s in linear time', (_, before, part, after) => {
    const text = before + part.repeat(400_000 / part.length) + after;
    const start = performance.now();
    splitLinks(text);
    // Takes about 0.1 s; quadratic time would be minutes.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
