import { configureStore, createSlice } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { jwtDecode } from 'jwt-decode';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';

// What a login screen on the app's packages has to import, each used once; and nothing else.
const session = createSlice({
  name: 'session',
  initialState: '',
  reducers: { started: (_, { payload }: { payload: string }) => payload },
});
const api = createApi({
  baseQuery: fetchBaseQuery(),
  endpoints: (build) => ({
    login: build.mutation({
      query: (body: object) => ({ url: 'login', method: 'POST', body }),
    }),
    history: build.query({ query: (id: number) => `messages/${id}` }),
  }),
});
const store = configureStore({
  reducer: { session: session.reducer, [api.reducerPath]: api.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
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
