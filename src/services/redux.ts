import type { Store, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { StoreServices } from './services';

/**
 * The root state. Each slice adds its part by declaration merging, because an import of the store
 * would point upwards.
 */
export interface RootState {}

export type AppDispatch = ThunkDispatch<RootState, StoreServices, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, StoreServices, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** Returns the services of a store. For RTK Query's endpoints, whose `extra` has no type. */
export const servicesOf = ({ dispatch }: { dispatch: AppDispatch }): StoreServices =>
  dispatch((_dispatch, _getState, services) => services);
