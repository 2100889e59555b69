import type { Store, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { reducer } from './store';
import type { StoreServices } from './services';

export type RootState = ReturnType<typeof reducer>;

export type AppDispatch = ThunkDispatch<RootState, StoreServices, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, StoreServices, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** Returns the services of the store, for a component that needs the outside world. */
export function useServices(): StoreServices {
  const dispatch = useAppDispatch();
  return dispatch((_, __, services) => services);
}

/** Returns the thunks' extra argument in a call of RTK Query, which passes it without its type. */
export const servicesOf = ({ extra }: { extra: unknown }) => extra as StoreServices;
