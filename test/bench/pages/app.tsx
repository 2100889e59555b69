import { HubConnectionBuilder, type HubConnection } from '@microsoft/signalr';
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { jwtDecode } from 'jwt-decode';
import { memo, useEffect, useRef, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { HUB_PATH, OPERATOR_ID, TOKEN_KEY } from '../../../src/contract/constants';
import type { ChatMessage } from '../../stand-in/state/conversations';

const host = document.querySelector<HTMLMetaElement>('[name=provider-host]')?.content ?? '';
const readToken = () => localStorage.getItem(TOKEN_KEY) ?? '';

const api = createApi({
  baseQuery: fetchBaseQuery({
    baseUrl: `${host}/api/66`,
    credentials: 'include',
    prepareHeaders: (headers) => headers.set('Authorization', `Bearer ${readToken()}`),
  }),
  endpoints: (build) => ({
    history: build.query<ChatMessage[], number>({ query: (userId) => `messages/${userId}` }),
  }),
});

const messages = createSlice({
  name: 'messages',
  initialState: [] as ChatMessage[],
  reducers: {
    added(state, { payload }: PayloadAction<ChatMessage>) {
      state.push(payload);
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(api.endpoints.history.matchFulfilled, (_, { payload }) => payload);
  },
});

const ID_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

const token = readToken();
/** Null without a token. No row of the benchmark logs in. */
const userId = token === '' ? null : Number(jwtDecode<Record<string, string>>(token)[ID_CLAIM]);

const { added } = messages.actions;

const store = configureStore({
  reducer: { messages: messages.reducer, [api.reducerPath]: api.reducer },
  middleware: (getDefault) => getDefault().concat(api.middleware),
});

type State = ReturnType<typeof store.getState>;

const { useHistoryQuery } = api;

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
  return (
    <form>
      <input
        type="tel"
        autoFocus
        value={phone}
        onChange={({ target }) => setPhone(`+${target.value.replace(/\D/g, '')}`)}
      />
      <button>Daxil ol</button>
    </form>
  );
}

function Screens({ List }: { List: List }) {
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
