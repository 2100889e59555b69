/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, renderHook } from '@testing-library/react';
import { useToday } from '../../../../src/chat/list/useToday';
import { advanceTime, fakeClockForEachTest } from '../../../support/time/frames';

const MARCH_5 = new Date(2026, 2, 5).getTime();
const DAY = 24 * 60 * 60_000;

fakeClockForEachTest();

describe('useToday', () => {
  test('returns the start of the day, and changes at midnight', async () => {
    jest.setSystemTime(MARCH_5 + DAY - 1_000);
    const { result } = renderHook(useToday);
    expect(result.current).toBe(MARCH_5);
    await act(() => advanceTime(999));
    expect(result.current).toBe(MARCH_5);
    await act(() => advanceTime(1));
    expect(result.current).toBe(MARCH_5 + DAY);
  });

  test('changes within a minute after the computer has slept over midnight', async () => {
    jest.setSystemTime(MARCH_5 + DAY / 2);
    const { result } = renderHook(useToday);
    for (const days of [2, 3]) {
      jest.setSystemTime(MARCH_5 + days * DAY);
      await act(() => advanceTime(60_000));
      expect(result.current).toBe(MARCH_5 + days * DAY);
    }
  });

  test('leaves no timer behind', () => {
    const { unmount } = renderHook(useToday);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
