import { screen } from '@testing-library/react/pure';
import userEvent from '@testing-library/user-event';
import { providerForEachTest } from '../../../support/screens/providerForEachTest';
import { renderApp, waitUntilConnected } from '../../../support/screens/renderApp';

const provider = providerForEachTest();
const WELCOME = 'Dəstək Xidməti. Mesajınızı yazın...';

describe('Announcer', () => {
  test('announces the chat after a login', async () => {
    renderApp(provider());
    await userEvent.keyboard('501234567{Enter}');
    expect(await screen.findByText(WELCOME)).toBeInTheDocument();
  });

  test('announces messages, but not the chat, after a page load', async () => {
    renderApp(provider(), { token: provider().tokenFor({ id: 7, username: '+994501234567' }) });
    await waitUntilConnected();
    provider().operator.send(7, { text: 'Salam' });
    expect(await screen.findByText(/^Operator: Salam, \d\d:\d\d$/)).toBeInTheDocument();
    expect(screen.queryByText(WELCOME)).toBeNull();
  });
});
