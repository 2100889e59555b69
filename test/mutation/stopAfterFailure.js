const { default: TestRunner } = require('jest-runner');

/**
 * Runs no other test file after a file with a failed test. Jest's option `bail` would do this, but
 * Stryker overrides it.
 */
module.exports = class FirstFailureRunner extends TestRunner {
  runTests(tests, watcher, options) {
    this.on('test-file-success', ([, { numFailingTests }]) => {
      if (numFailingTests > 0) watcher.setState({ interrupted: true });
    });
    return super.runTests(tests, watcher, options);
  }
};
