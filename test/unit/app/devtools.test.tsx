import { timeMachineOf } from '../../support/devtools/timeMachine';
import { ActionCreators } from '@redux-devtools/instrument';
import { act, screen, waitFor } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { providerForEachTest } from '../../support/screens/providerForEachTest';
import { leaveApp, renderApp } from '../../support/screens/renderApp';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };

/** Opens a chat with one own and one incoming message. @returns its DevTools store */
async function openChat() {
  const app = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  await screen.findByText('Qoşulub');
  await userEvent.type(screen.getByRole('textbox'), 'Salam{Enter}');
  await screen.findByText('Salam');
  await provider().ledger.waitFor((e) => e.kind === 'invocation' && e.target === 'SendMessage');
  provider().operator.send(7, { text: 'Buyurun' });
  await screen.findByText('Buyurun');
  // The first message of the hub makes the app fetch the history again.
  const calls = () => provider().ledger.requests('messages');
  await waitFor(() => {
    expect(calls()).toHaveLength(2);
    expect(app.store.getState().messages.requests).toEqual([]);
  });
  return timeMachineOf(app.store);
}

describe('Redux DevTools', () => {
  test('render the screen of the state that they jump to, and send nothing', async () => {
    const timeMachine = await openChat();
    const last = timeMachine.getState().currentStateIndex;
    const before = provider().ledger.entries.length;

    act(() => {
      timeMachine.dispatch(ActionCreators.jumpToState(0));
    });
    expect(await screen.findByPlaceholderText('Telefon nömrəsi')).toBeVisible();
    act(() => {
      timeMachine.dispatch(ActionCreators.jumpToState(last));
    });
    expect(await screen.findByText('Buyurun')).toBeVisible();

    expect(provider().ledger.entries).toHaveLength(before);
    expect(timeMachine.getState().currentStateIndex).toBe(last);
    expect(timeMachine.getState().nextActionId).toBe(last + 1);
  });

  test('render the chat of an imported log, and send nothing', async () => {
    const log = (await openChat()).getState();
    // An exported log is a JSON file.
    const recorded = JSON.parse(JSON.stringify(log)) as typeof log;
    await leaveApp();
    const before = provider().ledger.entries.length;

    const { store } = renderApp(provider());
    const timeMachine = timeMachineOf(store);
    act(() => {
      timeMachine.dispatch(ActionCreators.importState(recorded));
    });
    expect(await screen.findByText('Buyurun')).toBeVisible();
    expect(await screen.findByText('Salam')).toBeVisible();
    act(() => {
      timeMachine.dispatch(ActionCreators.jumpToState(0));
    });
    expect(await screen.findByPlaceholderText('Telefon nömrəsi')).toBeVisible();
    expect(provider().ledger.entries).toHaveLength(before);
  });

  test('list the actions of a chat, without keystrokes', async () => {
    const { actionsById } = (await openChat()).getState();
    const types = Object.values(actionsById).map(({ action }) => action.type);
    const ownTypes = types.filter((type) => !/^(@@|api|__rtkq)/.test(type));
    expect(ownTypes).toEqual([
      'session/started',
      'hub/chatOpened',
      'connection/changed',
      'connection/changed',
      'messages/sendingStarted',
      'hub/messageSent',
      'messages/sendingEnded',
      'hub/connectionServed',
      'hub/messagesReceived',
    ]);
  });
});
