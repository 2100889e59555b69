import { jwt } from './builders';

const MEGABYTE = 1_000_000;
const SCRIPT = '<script>document.title = "broken"</script>';
const HANDLER = '<img src=x onerror=\'document.title = "broken"\'>';

/** Hostile inputs by name. */
type Table<Input> = Record<string, Input>;

/** Texts of messages. */
export const TEXTS: Table<string> = {
  'a script': SCRIPT,
  'an event handler': HANDLER,
  'character references': '&lt;b&gt; &amp;#60;script&amp;#62; &#x3c;',
  'a disguised javascript: URL': 'JaVaScRiPt\t:\nalert(1) java\u0000script:alert(1)',
  'other URL schemes':
    'vbscript:x ftp://evil.example blob:https://evil.example/1 intent://x#Intent;end',
  'a URL in quotes': '"https://evil.example/"onmouseover="alert(1)"',
  'a URL of 100,000 characters': `https://evil.example/${'a'.repeat(100_000)}`,
  'a megabyte of URLs': 'https://evil.example/ '.repeat(MEGABYTE / 22),
  'a URL with a right-to-left override': 'https://evil.example/\u202egnp.kcab/za.knab',
  '100,000 isolates': '\u2067'.repeat(100_000),
  'a word of a megabyte': 'a'.repeat(MEGABYTE),
  'ten thousand combining marks': `a${'\u0301'.repeat(10_000)}`,
  '100,000 line breaks': '\n'.repeat(100_000),
  'a million spaces': ' '.repeat(MEGABYTE),
  'all kinds of line breaks': 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh',
  '20,000 emoji modifiers after an emoji': `👍${'\u{1f3ff}'.repeat(20_000)}`,
  '20,000 regional indicators': '\u{1f1e6}'.repeat(20_000),
  '20,000 Arabic letters': '\u0644'.repeat(20_000),
  '20,000 tags of a flag': `\u{1f3f4}${'\u{e0062}'.repeat(20_000)}`,
  '20,000 family emojis': '👨‍👩‍👧‍👦'.repeat(20_000),
  'unpaired surrogates': '\ud83d Salam \ude00',
  'control characters': '\u0001\u0007\u0008\u001b[31m\u007f\u009b',
  'a thousand of the widest character': '\ufdfd'.repeat(1_000),
  'SignalR records': '{"type":7}\u001e{"type":6}\u001e',
  'a token as in a log line': 'Bearer x access_token=y eyJhbGciOiJIUzI1NiJ9.e30.',
};

const encode = (text: string) => Buffer.from(text).toString('base64url');
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Tokens that are not usable: malformed, without a valid id, or too long. */
export const TOKENS: Table<string> = {
  nothing: '',
  dots: '..',
  'many parts': 'a.b.c.d.e',
  'claims that are not JSON': `e30.${encode('{')}.`,
  'claims that are an array': jwt('[]'),
  'claims that are null': jwt('null'),
  'no claims': jwt('{}'),
  'the id null': jwt('{"nameid":null}'),
  'the id a fraction': jwt('{"nameid":7.5}'),
  'the id an unsafe integer': jwt(`{"nameid":${String(2 ** 53)}}`),
  'the id infinite': jwt('{"nameid":1e999}'),
  'the id negative, as a string': jwt('{"nameid":"-7"}'),
  'the id with an exponent': jwt('{"nameid":"7e0"}'),
  'the id with a line break': jwt('{"nameid":"7\\n"}'),
  'the id with a query': jwt('{"nameid":"7&userId=8"}'),
  'the id an object': jwt('{"nameid":{"valueOf":7,"toString":7}}'),
  'the id deeply nested': jwt(`{"nameid":${nested(100_000)}}`),
  'the id in the prototype': jwt('{"__proto__":{"nameid":7}}'),
  'a megabyte of letters': 'a'.repeat(MEGABYTE),
  'a name of a megabyte': jwt(`{"nameid":7,"unique_name":"${'a'.repeat(MEGABYTE)}"}`),
  'deeply nested claims': jwt(`{"nameid":7,"x":${nested(100_000)}}`),
  'claims that are not UTF-8': `e30.${Buffer.from([0xff, 0xfe, 0xc3, 0x28]).toString('base64url')}.`,
};

/** Unusual tokens that are usable, of user 7. Only the provider can judge them. */
export const ODD_TOKENS: Table<string> = {
  'no algorithm': `${encode('{"alg":"none"}')}.${encode('{"nameid":7}')}.`,
  'another algorithm': `${encode('{"alg":"RS256","jwk":{}}')}.${encode('{"nameid":7}')}.x`,
  'no header': `.${encode('{"nameid":7}')}.`,
  'the id an array': jwt('{"nameid":[7]}'),
  'a usable id after an unusable one': jwt('{"nameid":"x","sub":"7"}'),
  'a __proto__ claim': jwt('{"__proto__":{"polluted":1},"nameid":7}'),
  'a name with markup': jwt(JSON.stringify({ nameid: 7, unique_name: SCRIPT })),
  'an expiry that is a string': jwt('{"nameid":7,"exp":"soon"}'),
  'an expiry that is infinite': jwt('{"nameid":7,"exp":-1e999}'),
};

/** Response bodies. Only the empty one and null are a history; none is a login or upload response. */
export const RESPONSES: Table<string> = {
  empty: '',
  'an HTML page': `<!doctype html>${SCRIPT}`,
  'cut off': '[{"fromUserId":1,"text":"Sal',
  null: 'null',
  'a string': '"Salam"',
  'an object': '{"length":3,"0":{},"map":1}',
  'an object with __proto__': '{"__proto__":{"newtoken":"x","imageUrl":"y"}}',
  'fields of other types': '{"newtoken":{"length":9},"imageUrl":["a.png"]}',
  'empty fields': '{"newtoken":"","imageUrl":""}',
  'two arrays': '[][]',
  'deeply nested': `{"a":${nested(50_000)}}`,
  'an array that never closes': '['.repeat(MEGABYTE),
};
