import { useDispatch } from 'react-redux';
import type { Store } from '../app/store';

/** The store's dispatch, thunks included. */
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
