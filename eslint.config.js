const js = require('@eslint/js');
const { defineConfig, globalIgnores } = require('eslint/config');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

/** Folders of src. Imports, type imports included, point down this list. */
const LAYERS = [
  'app',
  'chat',
  'session',
  'api',
  'realtime',
  'services',
  'conversation',
  'config',
  'ui',
  'shared',
];

const SIGNALR = {
  group: ['@microsoft/signalr'],
  message: 'Only src/realtime/signalr imports SignalR.',
};

const TYPED_HOOKS = {
  name: 'react-redux',
  importNames: ['useDispatch', 'useSelector'],
  message: 'Use useAppDispatch and useAppSelector from services/redux.',
};

/** What the files of each folder of src/chat must not import of the others. */
const SCREEN = ['../Chat*', '../Connection*', '../use*'];
const CHAT_FOLDERS = {
  state: [...SCREEN, '../sending/**', '../composer/**', '../list/**', '../message/**'],
  sending: [...SCREEN, '../composer/**', '../list/**', '../message/**'],
  composer: [...SCREEN, '../list/**', '../message/**'],
  message: [...SCREEN, '../sending/**', '../composer/**', '../list/**'],
  list: [...SCREEN, '../sending/**', '../composer/**'],
};

/** @param {string[]} above layers that these files must not import */
const restrictImports = (files, above, { paths = [TYPED_HOOKS], patterns = [SIGNALR] } = {}) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        paths,
        patterns: [
          {
            group: [...above.map((layer) => `**/${layer}/**`), '**/test/**'],
            message: `Imports point down: ${LAYERS.join(' → ')}. src never imports test.`,
          },
          ...patterns,
        ],
      },
    ],
  },
});

const above = (layer) => LAYERS.slice(0, LAYERS.indexOf(layer));

const importDirection = [
  restrictImports(['src/index.tsx'], []),
  ...LAYERS.map((layer) => restrictImports([`src/${layer}/**`], above(layer))),
  ...Object.entries(CHAT_FOLDERS).map(([folder, group]) =>
    restrictImports([`src/chat/${folder}/**`], above('chat'), {
      patterns: [
        SIGNALR,
        { group, message: 'src/README.md lists the order of the folders of chat.' },
      ],
    }),
  ),
  // The type of the reducer is the root state.
  restrictImports(
    ['src/services/redux.ts'],
    above('services').filter((layer) => layer !== 'app'),
    { paths: [] },
  ),
  restrictImports(['src/realtime/signalr/**'], above('realtime'), { patterns: [] }),
];

/** Folders of test. A suite imports from support and stand-in, never from another suite. */
const SUITES = ['unit', 'browser', 'engines', 'speech', 'deployment', 'bench', 'soak', 'bytes'];

/** Forbids imports from suites, which begin with `up` and the suite's folder. */
const restrictSuites = (files, suites, up = '(\\.\\./)+') => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^${up}(${suites.join('|')})/`,
            message: 'A suite imports from test/support and test/stand-in, never from a suite.',
          },
        ],
      },
    ],
  },
});

const suiteBorders = [
  ...SUITES.map((suite) =>
    restrictSuites(
      [`test/${suite}/**`],
      SUITES.filter((other) => other !== suite),
    ),
  ),
  restrictSuites(['test/stand-in/**'], SUITES),
  // One folder up is a folder of support, such as support/browser.
  restrictSuites(['test/support/*/*'], SUITES, '\\.\\./\\.\\./'),
];

/** Files that may use the browser's globals; src/README.md lists them too. */
const BROWSER_FILES = [
  'src/index.tsx',
  'src/app/BrokenPage.tsx',
  'src/services/**',
  'src/session/usePhoneInput.ts',
  'src/chat/ConnectionStrip.tsx',
  'src/chat/useUnreadBadge.ts',
  'src/chat/useViewportHeight.ts',
  'src/chat/composer/Composer.tsx',
  'src/chat/composer/useTypingAhead.ts',
  'src/chat/composer/WaitingImages.tsx',
  'src/chat/list/useReversedList.ts',
  'src/chat/list/copiedText.ts',
  'src/ui/useWindowEvents.ts',
];

const BROWSER_MESSAGE = 'The browser is used only in the files that src/README.md lists.';
const BROWSER_GLOBALS = [
  'addEventListener',
  'BroadcastChannel',
  'cancelAnimationFrame',
  'document',
  'fetch',
  'localStorage',
  'location',
  'matchMedia',
  'navigator',
  'requestAnimationFrame',
  'ResizeObserver',
  'sessionStorage',
  'visualViewport',
  'WebSocket',
  'window',
  'Worker',
  'XMLHttpRequest',
];

const TEXT_MESSAGE =
  'Texts that a customer reads are in shared/strings.ts or shared/chatStrings.ts.';
const LETTERS = '/\\p{L}/u';
const AZERBAIJANI = '/[əğışçöüƏĞİŞÇÖÜ]/';
/** Where JSX has a text: in an element, or in an attribute that is spoken or shown. */
const ATTRIBUTE = 'JSXAttribute[name.name=/^(aria-label|placeholder|title|alt)$/]';
const CONTAINER = `:matches(JSXElement, JSXFragment, ${ATTRIBUTE}) > JSXExpressionContainer`;
const PLACES = [
  ATTRIBUTE,
  CONTAINER,
  `${CONTAINER} > LogicalExpression`,
  `${CONTAINER} > ConditionalExpression`,
];

/** Selects the texts that a customer reads: letters in JSX, and Azerbaijani anywhere. */
const TEXTS = [
  `JSXText[value=${LETTERS}]`,
  ...PLACES.flatMap((place) => [
    `${place} > Literal[value=${LETTERS}]`,
    `${place} > TemplateLiteral > TemplateElement[value.raw=${LETTERS}]`,
  ]),
  `Literal[value=${AZERBAIJANI}]`,
  `TemplateElement[value.raw=${AZERBAIJANI}]`,
];

module.exports = defineConfig(
  globalIgnores([
    'dist/',
    'dist-maps/',
    'test-results/',
    'test/stand-in/operator/page/',
    'coverage/',
    '.stryker-tmp/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', 60], 'max-params': ['error', 4] },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/unit/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/shared/strings.ts', 'src/shared/chatStrings.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...TEXTS.map((selector) => ({ selector, message: TEXT_MESSAGE })),
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: BROWSER_FILES,
    rules: {
      'no-restricted-globals': [
        'error',
        ...BROWSER_GLOBALS.map((name) => ({ name, message: BROWSER_MESSAGE })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'createObjectURL', message: BROWSER_MESSAGE },
      ],
    },
  },
  {
    files: ['src/*/**'],
    ignores: LAYERS.map((layer) => `src/${layer}/**`),
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'Add this folder to LAYERS in eslint.config.js.' },
      ],
    },
  },
  {
    files: ['src/chat/*/**'],
    ignores: Object.keys(CHAT_FOLDERS).map((folder) => `src/chat/${folder}/**`),
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'Add this folder to CHAT_FOLDERS in eslint.config.js.' },
      ],
    },
  },
  ...importDirection,
  ...suiteBorders,
  {
    files: ['**/*.js'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        module: 'writable',
        require: 'readonly',
        console: 'readonly',
        process: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
);
