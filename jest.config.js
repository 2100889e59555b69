// The customers' time zone.
process.env.TZ = 'Asia/Baku';

const transform = {
  '\\.[jt]sx?$': [
    'ts-jest',
    // `tsc` checks the types; ts-jest only transpiles each file to CommonJS.
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

/** Fails a test that causes a warning or an error in the console, unless the test expects it. */
const failOnConsole = '<rootDir>/test/support/console/failOnConsole.ts';

/** What webpack loads and jest cannot. */
const moduleNameMapper = {
  '\\.css$': '<rootDir>/test/support/fakes/cssModule.ts',
};

/** One project for each kind of test. `npx jest --selectProjects unit` runs one project. */
module.exports = {
  // By default, Jest leaves one core idle.
  maxWorkers: '100%',
  // Timeout of a test, in ms. High, because a busy machine is slow.
  testTimeout: 300_000,
  projects: [
    {
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      setupFilesAfterEnv: [failOnConsole],
      moduleNameMapper,
      transform,
    },
    {
      displayName: 'contract',
      testMatch: ['<rootDir>/test/{contract,stand-in}/**/*.test.ts'],
      transform,
    },
    {
      displayName: 'components',
      testMatch: ['<rootDir>/test/unit/**/*.test.tsx'],
      testEnvironment: '<rootDir>/test/support/screens/browserEnvironment.ts',
      // The stand-in runs in the same process and needs the Node builds of its packages.
      testEnvironmentOptions: { customExportConditions: ['node'] },
      setupFilesAfterEnv: [failOnConsole, '<rootDir>/test/support/screens/screenSetup.ts'],
      moduleNameMapper,
      transform,
    },
  ],
};
