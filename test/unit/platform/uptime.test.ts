import { createUptime } from '../../../src/platform/uptime';

/** Creates clocks that the test sets. */
function makeUptime() {
  const clocks = { wall: 1_000_000, monotonic: 50 };
  const uptime = createUptime(
    () => clocks.wall,
    () => clocks.monotonic,
  );
  return { clocks, uptime };
}

describe('uptime', () => {
  test('starts at 0 and counts the time of both clocks', () => {
    const { clocks, uptime } = makeUptime();
    expect(uptime()).toBe(0);
    clocks.wall += 100;
    clocks.monotonic += 100;
    expect(uptime()).toBe(100);
    expect(uptime()).toBe(100);
  });

  test('never goes back when the wall clock is set back', () => {
    const { clocks, uptime } = makeUptime();
    clocks.wall -= 86_400_000;
    clocks.monotonic += 10;
    expect(uptime()).toBe(10);
    clocks.wall += 20;
    clocks.monotonic += 20;
    expect(uptime()).toBe(30);
  });

  test('counts a sleep that the monotonic clock omits', () => {
    const { clocks, uptime } = makeUptime();
    clocks.wall += 60_000;
    clocks.monotonic += 5;
    expect(uptime()).toBe(60_000);
  });
});
