const js = require('@eslint/js');
const { defineConfig, globalIgnores } = require('eslint/config');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

/** Run-time imports point one way: each folder may use those that stand behind it. */
const LAYERS = ['app', 'messages', 'session', 'provider', 'common'];

const importDirection = LAYERS.map((layer, index) => ({
  files: [`src/${layer}/**`],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [...LAYERS.slice(0, index).map((above) => `**/${above}/**`), '**/test/**'],
            allowTypeImports: true,
            message: `Imports point one way: ${LAYERS.join(' → ')}; src never imports test.`,
          },
          ...(layer === 'provider'
            ? []
            : [
                {
                  group: ['@microsoft/signalr'],
                  message: 'SignalR is imported in provider/signalr.',
                },
              ]),
        ],
      },
    ],
  },
}));

const TEXT_MESSAGE = 'What a customer reads stands in common/strings.';

module.exports = defineConfig(
  globalIgnores([
    'dist/',
    'dist-maps/',
    'test-results/',
    'test/provider/operator/page/',
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
      // `styles['name']`: the compiler asks for brackets where a key may be missing.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/screens/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/common/strings.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXText[value=/\\p{L}/u]', message: TEXT_MESSAGE },
        {
          selector: 'JSXAttribute[name.name=/^(aria-label|placeholder|title|alt)$/] > Literal',
          message: TEXT_MESSAGE,
        },
        { selector: 'Literal[value=/[əğışçöüƏĞİŞÇÖÜ]/]', message: TEXT_MESSAGE },
        { selector: 'TemplateElement[value.raw=/[əğışçöüƏĞİŞÇÖÜ]/]', message: TEXT_MESSAGE },
      ],
    },
  },
  ...importDirection,
  {
    files: ['**/*.js'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
);
