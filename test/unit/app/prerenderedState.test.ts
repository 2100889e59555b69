import { prerenderedState } from '../../../src/app/prerenderedState';

describe('prerenderedState', () => {
  test('is signed out and Disconnected on the login screen', () => {
    const { session, connection } = prerenderedState(false);
    expect(session.user).toBeNull();
    expect(connection).toBe('Disconnected');
  });

  test('is loading and Connecting on the chat screen', () => {
    const { session, messages, connection } = prerenderedState(true);
    expect(session.user).not.toBeNull();
    expect(messages.isLoading).toBe(true);
    expect(connection).toBe('Connecting');
  });
});
