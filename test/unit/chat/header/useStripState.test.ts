/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useStripState } from '../../../../src/chat/header/useStripState';
import { connectionChanged, type ConnectionState } from '../../../../src/hub/connectionSlice';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';
import { advanceTime, TICK, fakeClockForEachTest } from '../../../support/time/frames';

fakeClockForEachTest();

/** Renders the hook while the hub connects for the first time. */
function render() {
  const { store } = makeChat();
  store.dispatch(connectionChanged('Connecting'));
  const { result, unmount } = renderInStore(store, useStripState);
  /** Changes the connection state. @returns the state that the strip names right after the change */
  const change = (state: ConnectionState) => {
    act(() => {
      store.dispatch(connectionChanged(state));
    });
    return result.current;
  };
  return { result, unmount, change };
}

const wait = (milliseconds: number) => act(() => advanceTime(milliseconds));

describe('useStripState', () => {
  test('does not name a first connection that takes less than 4 s', async () => {
    const { result, change } = render();
    await wait(3_999);
    expect(change('Connected')).toBeNull();
    await wait(60_000);
    expect(result.current).toBeNull();
  });

  test('names the first Connecting after 4 s', async () => {
    const { result } = render();
    await wait(3_999);
    expect(result.current).toBeNull();
    await wait(1);
    expect(result.current).toBe('Connecting');
  });

  test('names Disconnected at once, and then each state until Connected', async () => {
    const { result, change } = render();
    change('Disconnected');
    await wait(TICK);
    expect(result.current).toBe('Disconnected');
    expect(change('Connecting')).toBe('Connecting');
    expect(change('Connected')).toBe('Connected');
    await wait(60_000);
    expect(result.current).toBe('Connected');
    expect(change('Reconnecting')).toBeNull();
  });

  test('names nothing when the customer logs out', async () => {
    const { change } = render();
    change('Disconnected');
    await wait(TICK);
    expect(change('Disconnecting')).toBeNull();
  });
});
