const { default: TestRunner } = require('jest-runner');

/** Runs no other test file after the first failure. Stryker forbids Jest's option `bail`. */
module.exports = class FirstFailureRunner extends TestRunner {
  runTests(tests, watcher, options) {
    this.on('test-file-success', ([, { numFailingTests }]) => {
      if (numFailingTests > 0) watcher.setState({ interrupted: true });
    });
    return super.runTests(tests, watcher, options);
  }
};
