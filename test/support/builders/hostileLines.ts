const repeated = (part: string, length = 200_000) => part.repeat(length / part.length);

/** Log lines that make a search for tokens slow. None of them holds a token. */
export const LOG_LINES: Record<string, string> = {
  'beginnings of tokens': repeated('-eyJ'),
  'beginnings of tokens without dashes': repeated('eyJ '),
  'beginnings of tokens with dots': repeated('eyJ.'),
  'beginnings of tokens in a run': repeated('a-eyJ'),
  'beginnings of tokens before a dot': `${repeated('-eyJ')}.`,
  'a run of letters': repeated('a'),
  'a run of dots': repeated('.'),
  'a run of dashes before a dot': `${repeated('-')}.a`,
  'the word Bearer': repeated('Bearer '),
  'the word Bearer before spaces': `Bearer${repeated(' ')}`,
  'the word Bearer and tabs': repeated('Bearer\t\t'),
  'a parameter name': repeated('access_token'),
  'a parameter name without a value': repeated('access_token=&'),
  'line breaks': repeated('\n'),
  'unpaired surrogates': repeated('\ud83d'),
  'a megabyte of an error page': '<p>Error</p>'.repeat(83_000),
};
