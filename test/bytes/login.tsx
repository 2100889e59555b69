import { configureStore, createListenerMiddleware, createSlice } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import { jwtDecode } from 'jwt-decode';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';

// The smallest login screen that uses every API that the app's login screen imports from packages.
const session = createSlice({
  name: 'session',
  initialState: '',
  reducers: { started: (_, { payload }: { payload: string }) => payload },
});
const api = createApi({
  baseQuery: (request: object) => ({ data: request }),
  endpoints: (build) => ({
    login: build.mutation({
      query: (body: object) => ({ url: 'login', method: 'POST', body }),
    }),
    history: build.query({ query: (id: number) => ({ url: `messages/${id}` }) }),
  }),
});
const listeners = createListenerMiddleware();
listeners.startListening({ matcher: api.endpoints.login.matchRejected, effect: console.error });
const store = configureStore({
  reducer: { session: session.reducer, [api.reducerPath]: api.reducer },
  middleware: (getDefaultMiddleware) =>
    getDefaultMiddleware().prepend(listeners.middleware).concat(api.middleware),
});

function Login() {
  const user = useSelector(({ session: token }: { session: string }) => token);
  const dispatch = useDispatch<typeof store.dispatch>();
  return (
    <input
      value={user}
      onChange={({ target }) => {
        void dispatch(api.endpoints.login.initiate(jwtDecode(target.value)));
        dispatch(session.actions.started(target.value));
      }}
    />
  );
}

createRoot(document.body).render(
  <Provider store={store}>
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="*" element={<Navigate to="/login" />} />
      </Routes>
    </BrowserRouter>
  </Provider>,
);
