import { configureStore, createListenerMiddleware, createSlice } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import { jwtDecode } from 'jwt-decode';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { BrowserRouter, Navigate, useMatch } from 'react-router-dom';

// Uses every API that the app's login screen imports from packages, and does nothing with them.
const slice = createSlice({ name: 'slice', initialState: null, reducers: {} });
const api = createApi({
  baseQuery: () => ({ data: null }),
  endpoints: (build) => ({ login: build.mutation({ query: () => null }) }),
});
const listeners = createListenerMiddleware();
const store = configureStore({
  reducer: { slice: slice.reducer, [api.reducerPath]: api.reducer },
  middleware: (getDefault) => getDefault().prepend(listeners.middleware).concat(api.middleware),
});

function Login() {
  const token = useSelector(String);
  const dispatch = useDispatch();
  void dispatch(api.endpoints.login.initiate(jwtDecode(token)));
  return useMatch('/login') && createElement(Navigate, { to: '/chat' });
}

const router = createElement(BrowserRouter, null, createElement(Login));
createRoot(globalThis.document.body).render(createElement(Provider, { store, children: router }));
