import { HubConnectionBuilder, type HubConnection } from '@microsoft/signalr';
import { memo, useEffect, useRef, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { HUB_PATH, OPERATOR_ID, TOKEN_KEY } from '../../../src/contract/constants';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { added, api, host, readToken, signedIn, store, type State } from './store';

const { useHistoryQuery, useLoginMutation } = api;

export type List = ComponentType<{ messages: ChatMessage[] }>;

export const Row = memo(function Row({ message }: { message: ChatMessage }) {
  const isOwn = message.fromUserId !== OPERATOR_ID;
  return (
    <div className={isOwn ? 'row own' : 'row'}>
      <div className="bubble">
        {message.imageUrl !== null && (
          <a href={`${host}/${message.imageUrl}`} target="_blank">
            <img src={`${host}/${message.imageUrl}`} loading="lazy" />
          </a>
        )}
        <p>{message.text}</p>
        <time>{new Date(`${message.timestamp}Z`).toTimeString().slice(0, 5)}</time>
      </div>
    </div>
  );
});

/** Connects to the hub, and stores the messages that it delivers. */
function useHub(userId: number) {
  const dispatch = useDispatch();
  const hub = useRef<HubConnection>(null);
  useEffect(() => {
    const connection = new HubConnectionBuilder()
      .withUrl(`${host}${HUB_PATH}?userId=${userId}`, { accessTokenFactory: readToken })
      .withAutomaticReconnect()
      .build();
    hub.current = connection;
    connection.on('ReceiveMessage', (message: ChatMessage) => void dispatch(added(message)));
    void connection.start();
    return () => void connection.stop();
  }, [userId, dispatch]);
  return hub;
}

function Composer({ userId }: { userId: number }) {
  const [text, setText] = useState('');
  const hub = useHub(userId);
  return (
    <form>
      <textarea
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          void hub.current?.send('SendTyping', userId, 1);
        }}
      />
      <button disabled={text === ''}>Göndər</button>
    </form>
  );
}

function Chat({ userId, List }: { userId: number; List: List }) {
  const { isLoading } = useHistoryQuery(userId);
  const messages = useSelector((state: State) => state.messages);
  return (
    <div className="screen">
      <header>Dəstək Xidməti</header>
      {isLoading ? <div role="log">Mesajlar yüklənir...</div> : <List messages={messages} />}
      <Composer userId={userId} />
    </div>
  );
}

function Login() {
  const [phone, setPhone] = useState('+994');
  const [login, { isLoading, isError }] = useLoginMutation();
  const dispatch = useDispatch();
  const submit = async () => {
    const { newtoken } = await login({ username: phone, password: '' }).unwrap();
    localStorage.setItem(TOKEN_KEY, newtoken);
    dispatch(signedIn(newtoken));
  };
  return (
    <form action={submit}>
      <input
        type="tel"
        autoFocus
        value={phone}
        onChange={({ target }) => setPhone(`+${target.value.replace(/\D/g, '')}`)}
      />
      {isError && <p role="alert">Giriş zamanı xəta baş verdi.</p>}
      <button disabled={isLoading}>Daxil ol</button>
    </form>
  );
}

function Screens({ List }: { List: List }) {
  const userId = useSelector((state: State) => state.session);
  const path = userId === null ? '/login' : '/chat';
  return (
    <Routes>
      <Route
        path={path}
        element={userId === null ? <Login /> : <Chat userId={userId} List={List} />}
      />
      <Route path="*" element={<Navigate to={path} replace />} />
    </Routes>
  );
}

/** Renders a minimal chat of the app's packages. */
export const renderApp = (List: List) =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <Provider store={store}>
      <BrowserRouter>
        <Screens List={List} />
      </BrowserRouter>
    </Provider>,
  );
