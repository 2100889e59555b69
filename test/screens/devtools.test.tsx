import { timeMachineOf } from '../support/timeMachine';
import { ActionCreators } from '@redux-devtools/instrument';
import { act, screen } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { providerForEachTest } from '../support/providerForEachTest';
import { leaveApp, renderApp } from '../support/renderApp';

const provider = providerForEachTest();
const CUSTOMER = { id: 7, username: '+994501234567' };

async function chat() {
  const app = renderApp(provider(), { token: provider().tokenFor(CUSTOMER) });
  await screen.findByText('Qoşulub');
  await userEvent.type(screen.getByRole('textbox'), 'Salam{Enter}');
  await screen.findByText('Salam');
  await provider().ledger.waitFor((e) => e.kind === 'invocation' && e.target === 'SendMessage');
  provider().operator.send(7, { text: 'Buyurun' });
  await screen.findByText('Buyurun');
  return timeMachineOf(app.store);
}

test('jumping back and forth in time draws each screen and sends nothing', async () => {
  const timeMachine = await chat();
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

test('importing a recorded log draws the chat and sends nothing', async () => {
  const log = (await chat()).getState();
  // What is written to a file and read again.
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

test('the log tells what happened, and keystrokes are not in it', async () => {
  const { actionsById } = (await chat()).getState();
  const types = Object.values(actionsById).map(({ action }) => action.type);
  const story = types.filter((type) => !/^(@@|api|__rtkq)/.test(type));
  expect(story).toEqual([
    'session/started',
    'chat/opened',
    'connection/changed',
    'connection/changed',
    'messages/sendingStarted',
    'messages/sent',
    'messages/sendingEnded',
    'messages/received',
  ]);
});
