// Times are tested where the customers are.
process.env.TZ = 'Asia/Baku';

const transform = {
  '\\.[jt]sx?$': [
    'ts-jest',
    // Types are checked by `tsc`; here each file is only transpiled, to CommonJS.
    {
      tsconfig: {
        rootDir: __dirname,
        allowJs: true,
        module: 'CommonJS',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        target: 'ES2022',
        isolatedModules: true,
        esModuleInterop: true,
      },
    },
  ],
};

/** One project for each kind of test: `npx jest --selectProjects unit` runs one of them. */
module.exports = {
  // A busy machine is slow, not wrong.
  testTimeout: 30_000,
  projects: [
    {
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      transform,
    },
    {
      displayName: 'contract',
      testMatch: ['<rootDir>/test/contract/**/*.test.ts'],
      transform,
    },
    {
      displayName: 'screens',
      testMatch: ['<rootDir>/test/screens/**/*.test.tsx'],
      testEnvironment: '<rootDir>/test/support/browserEnvironment.ts',
      // The stand-in runs in the same process, and the packages it needs are those for Node.
      testEnvironmentOptions: { customExportConditions: ['node'] },
      setupFilesAfterEnv: ['<rootDir>/test/support/screenSetup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/test/support/cssModule.ts' },
      transform,
      // Published as ES modules only.
      transformIgnorePatterns: ['/node_modules/(?!(@redux-devtools|lodash-es)/)'],
    },
  ],
};
