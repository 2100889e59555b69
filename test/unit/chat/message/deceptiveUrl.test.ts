import { findLinks } from '../../../../src/chat/message/links';

/** Characters by the place in a host where they deceive. None of them may be in a link. */
const LOOKALIKES = [
  [
    '∕⁄⧸／⟋╱\u0338ノ丿ǀǃ？＃﹟',
    (character: string) => `https://bank.az${character}login.evil.example`,
  ],
  ['：∶꞉ː', (character: string) => `https://bank.az${character}443.evil.example`],
  ['．。｡․·', (character: string) => `https://bank${character}az.evil.example`],
  ['\u2060\u3164\u2800🔒', (character: string) => `https://bank.az${character}.evil.example/`],
  [
    '\u200b\u200c\u200d\u00ad\u17b4\u180e\u0627\u0661',
    (character: string) => `https://bank${character}.az/`,
  ],
  // A Cyrillic a, a script small a.
  ['\u0430\u{1d4b6}', (character: string) => `https://b${character}nk.az/`],
  ['＠﹫', (character: string) => `https://bank.az${character}evil.example/`],
] as const;

/** URLs that can pass for a URL of bank.az, or hide where they lead. */
const DECEPTIVE_URLS = [
  ...LOOKALIKES.flatMap(([characters, urlWith]) => Array.from(characters, urlWith)),
  // A hyphen, an ampersand and an equals sign of other kinds.
  'https://e‐bank.az',
  'https://bank.az＆a＝b.evil.example/',
  // User parts and backslashes.
  'https://bank.az@evil.example/',
  'https://bank.az:443@evil.example/',
  'https://@evil.example/',
  'https://bank.az%2Flogin@evil.example/',
  'https://bank.az@bank.az@evil.example/',
  'https://evil.example\\@bank.az/',
  'https://bank.az\\.evil.example/',
  'https://evil.example/a\\..\\bank.az',
  'https:///evil.example/',
  'https:////evil.example/',
  // Hosts of Cyrillic, Greek, Armenian, Cherokee and Hebrew letters.
  'https://\u0430\u0440\u0440\u04cf\u0435.com/',
  'https://g\u03bf\u03bfgle.com/',
  'https://\u03bf\u03bd\u03bf.com/',
  'https://f\u0585.az/',
  'https://\u13aa\u13d5.az/',
  'https://\u05d0\u05d1.\u05d2\u05d3/',
  // Other forms of Latin letters.
  'https://ban\u0138.az/',
  'https://ｂａｎｋ.az/',
  'https://ⓑⓐⓝⓚ.az/',
  'https://ﬁnance.az/',
  'https://pa\u017fha.az/',
  'https://ba\u0301nk.az/',
  'https://ban\u0323k.az/',
  // Invisible characters that are not in the host, or end it.
  'https://bank.az\ufe0f/',
  `https://evil.example/${'\u3164'.repeat(50)}bank.az`,
  'https://evil.example/\u{e0062}\u{e0061}',
  // Ports.
  'https://bank.az:login/',
  'https://bank.az:443login.evil.example/',
  'https://bank.az:80:80/',
  'https://bank.az:/',
  // Numbers and encoded characters.
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://%62ank.az/',
  'https://bank%2eaz/',
  'https://bank.az%2flogin.evil.example/',
  'https://bank.az%40evil.example/',
];

/** URLs that lead where they seem to lead. */
const HONEST_URLS = [
  'https://bank.az',
  'HTTPS://Bank.AZ/Login',
  'https://bank.az:8443/a',
  'https://bank.az/a?b=c:d@e&f=/g#h@i',
  'https://example.az/@bank',
  'http://127.0.0.1:8080/',
  'https://xn--mk-tfbb.az/',
  'https://şəkər-ığöüç.az/ə',
  'https://müller.de/straße',
  'https://пример.рф/путь',
  'https://παράδειγμα.ελ/',
  'https://მაგალითი.გე/',
  'https://例え.テスト/',
  'https://example.az/путь/日本/عربي',
  'https://example.az/a∕b',
];

const linksOf = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('a deceptive URL stays plain text', () => {
  test.each(DECEPTIVE_URLS)('such as %j', (url) => {
    expect(linksOf(url)).toEqual([]);
    expect(linksOf(`Baxın: ${url}, sağ olun`)).toEqual([]);
    expect(linksOf(`(${url.replace('https', 'HTTP')})`)).toEqual([]);
  });
});

describe('an honest URL is a link', () => {
  test.each(HONEST_URLS)('such as %j', (url) => {
    expect(linksOf(url)).toEqual([url]);
    expect(linksOf(`Baxın: ${url}, sağ olun`)).toEqual([url]);
  });

  test('next to a deceptive URL', () => {
    expect(linksOf('https://a@b.az/ https://b.az/ https://b\u0430nk.az/')).toEqual([
      'https://b.az/',
    ]);
  });
});
