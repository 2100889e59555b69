import { readFileSync } from 'node:fs';
import { jump, recordEachTest } from '../../support/devtools/recorder';
import { act, screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { captureConsole } from '../../support/console/captureConsole';
import { providerForEachTest } from '../../support/screens/providerForEachTest';
import { leaveApp, renderApp, waitUntilConnected } from '../../support/screens/renderApp';

captureConsole(/^Connection disconnected/);
const steps = recordEachTest();
const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };

/** Opens a chat with one own and one incoming message. */
async function openChat() {
  const { store } = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  await waitUntilConnected();
  await userEvent.type(screen.getByRole('textbox'), 'Salam{Enter}');
  await screen.findByText('Salam');
  const calls = () => provider().ledger.of('invocation');
  await waitFor(() => expect(calls().at(-1)?.target).toBe('SendMessage'));
  provider().operator.send(7, { text: 'Buyurun' });
  await screen.findByText('Buyurun');
  // The first message of the hub makes the app fetch the history again. After a slow connection, a
  // timer has done so too.
  await waitFor(() => {
    expect(provider().ledger.requests('messages').length).toBeGreaterThan(1);
    expect(store.getState().messages.requests).toEqual([]);
  });
}

describe('Redux DevTools', () => {
  test('render the chat of an imported log, which is a JSON file, and send nothing', async () => {
    await openChat();
    const exported = JSON.stringify(steps().at(-1)?.state);
    await leaveApp();
    await waitFor(() => expect(provider().hub.connections()).toEqual([]));
    const before = provider().ledger.entries.length;
    const { store } = renderApp(provider());
    const initial = store.getState();
    const recorded = steps().length;
    act(() => jump(JSON.parse(exported)));
    expect(await screen.findByText('Buyurun')).toBeVisible();
    expect(await screen.findByText('Salam')).toBeVisible();
    act(() => jump(initial));
    expect(await screen.findByPlaceholderText('Telefon nömrəsi')).toBeVisible();
    expect(provider().ledger.entries).toHaveLength(before);
    expect(steps()).toHaveLength(recorded);
  });

  test('list the actions of a chat as src/README.md does, without keystrokes', async () => {
    const [, log = ''] =
      /```text\n(session\/started.*?)```/s.exec(readFileSync('src/README.md', 'utf8')) ?? [];
    const listed = log
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    await openChat();
    provider().hub.terminate();
    const types = () => steps().map(({ action }) => action.type);
    const shown = () => types().filter((type) => !/^(@@|api|__rtkq)/.test(type));
    await waitFor(() => expect(shown().length).toBeGreaterThanOrEqual(listed.length));
    expect(shown()).toEqual(listed);
  });
});
