import { runSuite } from '../../support/build/runSuite';

describe('A suite that lacks a program', () => {
  const { CI } = process.env;
  afterEach(() => {
    process.env.CI = CI;
    if (CI === undefined) delete process.env.CI;
  });

  test('fails in CI, and says what to install', async () => {
    process.env.CI = 'true';
    await expect(runSuite('test/engines', ['xvfb', 'xdotool'])).rejects.toThrow(
      'The tests of engines need xvfb, xdotool. Install them',
    );
  });

  test('is skipped elsewhere, with a message', async () => {
    delete process.env.CI;
    const log = jest.spyOn(console, 'log').mockImplementation();
    await runSuite('test/engines', ['xvfb']);
    expect(log.mock.calls).toEqual([['Skipped. The tests of engines need xvfb.']]);
  });
});
