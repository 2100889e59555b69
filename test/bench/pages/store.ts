import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { jwtDecode } from 'jwt-decode';
import { TOKEN_KEY } from '../../../src/contract/constants';
import type { ChatMessage } from '../../stand-in/state/conversations';

export const host = document.querySelector<HTMLMetaElement>('[name=provider-host]')?.content ?? '';
export const readToken = () => localStorage.getItem(TOKEN_KEY) ?? '';

export const api = createApi({
  baseQuery: fetchBaseQuery({
    baseUrl: `${host}/api/66`,
    credentials: 'include',
    prepareHeaders: (headers) => headers.set('Authorization', `Bearer ${readToken()}`),
  }),
  endpoints: (build) => ({
    login: build.mutation<{ newtoken: string }, { username: string; password: string }>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
    }),
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

/** Returns the user's id; null without a token. */
const idOf = (token: string) =>
  token === '' ? null : Number(jwtDecode<Record<string, string>>(token)[ID_CLAIM]);

const session = createSlice({
  name: 'session',
  initialState: () => idOf(readToken()),
  reducers: { signedIn: (_, { payload }: PayloadAction<string>) => idOf(payload) },
});

export const { added } = messages.actions;
export const { signedIn } = session.actions;

export const store = configureStore({
  reducer: {
    messages: messages.reducer,
    session: session.reducer,
    [api.reducerPath]: api.reducer,
  },
  middleware: (getDefault) => getDefault().concat(api.middleware),
});

export type State = ReturnType<typeof store.getState>;
