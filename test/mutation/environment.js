const { TestEnvironment } = require('jest-environment-node');

/** Leaves the rest of a file out once a test of it has failed: the change to the code is found out. */
module.exports = class FirstFailureEnvironment extends TestEnvironment {
  hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
  }
};
