const { projects, testTimeout } = require('../../jest.config.js');

const [unit] = projects;

/** The unit tests alone: what mutation testing runs for each change it makes to the code. */
module.exports = { ...unit, testTimeout, rootDir: '../..' };
