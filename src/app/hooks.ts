import { createContext, useContext } from 'react';
import type { Store, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { reducer } from './store';
import type { Services } from './services';

export type RootState = ReturnType<typeof reducer>;
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Services, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** The services, for a component that needs the outside world. Prerendering has none. */
export const ServicesContext = createContext({} as Services);
export const useServices = () => useContext(ServicesContext);
