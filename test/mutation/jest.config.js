const path = require('node:path');
const { projects } = require('../../jest.config.js');

const [unit] = projects;

/** The unit tests, set up for mutation testing, which runs them once for each mutant. */
module.exports = {
  ...unit,
  runner: path.join(__dirname, 'stopAfterFailure.js'),
  testEnvironment: path.join(__dirname, 'skipAfterFailure.js'),
  // Shorter than in jest.config.js: a mutant may make a test wait in vain.
  testTimeout: 10_000,
  rootDir: '../..',
};
