const path = require('node:path');
const js = require('@eslint/js');
const { defineConfig, globalIgnores } = require('eslint/config');
const { createNodeResolver, importX } = require('eslint-plugin-import-x');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

/** Folders of src. Imports, type imports included, point down this list. */
const FOLDERS = [
  'build',
  'app',
  'chat',
  'login',
  'messages',
  'hub',
  'api',
  'session',
  'contract',
  'platform',
  'ui',
];

/** Types of the store and of its services, and the typed hooks: every folder imports them. */
const TYPES_OF_THE_STORE = ['./hooks.ts', './services.ts'];

/** Folders of test. A suite imports from support and stand-in, never from another suite. */
const SUITES = [
  'unit',
  'browser',
  'engines',
  'speech',
  'deployment',
  'contract',
  'mutation',
  'bench',
  'soak',
  'bytes',
];

const folder = (...names) => path.join(__dirname, ...names);

const zones = [
  { target: folder('src'), from: folder('test'), message: 'src never imports test.' },
  ...FOLDERS.flatMap((target, index) =>
    FOLDERS.slice(0, index).map((from) => ({
      target: folder('src', target),
      from: folder('src', from),
      ...(from === 'app' && { except: TYPES_OF_THE_STORE }),
      message: `Imports point down: ${FOLDERS.join(' → ')}.`,
    })),
  ),
  ...SUITES.map((from) => ({
    target: [...SUITES.filter((suite) => suite !== from), 'stand-in'].map((suite) =>
      folder('test', suite),
    ),
    from: folder('test', from),
    message: 'A suite imports from test/support and test/stand-in, never from another suite.',
  })),
];

module.exports = defineConfig(
  globalIgnores(['dist/', 'dist-maps/', 'test-results/', 'coverage/', '.stryker-tmp/']),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: true, tsconfigRootDir: __dirname } },
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
    files: ['{src,test}/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      // Playwright requires an object pattern as the first parameter of a fixture.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'import-x/no-cycle': 'error' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/hub/signalr/**', 'src/app/hooks.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { name: '@microsoft/signalr', message: 'Only src/hub/signalr imports SignalR.' },
        {
          name: 'react-redux',
          importNames: ['useDispatch', 'useSelector'],
          message: 'Use the typed hooks of app/hooks.',
        },
      ],
    },
  },
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
