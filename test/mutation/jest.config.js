const path = require('node:path');
const { projects } = require('../../jest.config.js');

const [unit] = projects;

/**
 * The unit tests alone: what mutation testing runs for each change it makes to the code. A change
 * that makes tests wait in vain is to be found out soon.
 */
module.exports = {
  ...unit,
  testEnvironment: path.join(__dirname, 'environment.js'),
  testTimeout: 5000,
  // Megabytes, for each change; what they prove is proved by the examples as well.
  testPathIgnorePatterns: ['/hostile/'],
  rootDir: '../..',
};
