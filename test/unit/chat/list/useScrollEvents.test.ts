/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { renderHook } from '@testing-library/react';
import { useScrollEvents } from '../../../../src/chat/list/useScrollEvents';

describe('useScrollEvents', () => {
  test('passes the list to the latest callback at each scroll event, until the end', () => {
    const list = document.createElement('div');
    const calls: unknown[] = [];
    const { rerender, unmount } = renderHook(
      ({ name }) => useScrollEvents({ current: list }, (scrolled) => calls.push([name, scrolled])),
      { initialProps: { name: 'first' } },
    );
    list.dispatchEvent(new Event('scroll'));
    rerender({ name: 'second' });
    list.dispatchEvent(new Event('scroll'));
    expect(calls).toEqual([
      ['first', list],
      ['second', list],
    ]);
    unmount();
    list.dispatchEvent(new Event('scroll'));
    expect(calls).toHaveLength(2);
  });
});
