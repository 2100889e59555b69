import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../app/hooks';

/** The states of a SignalR connection (S4). */
export type ConnectionState =
  'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting';

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: (): ConnectionState => 'Disconnected',
  reducers: { changed: (_, { payload }: PayloadAction<ConnectionState>) => payload },
});

export const { changed: connectionChanged } = connectionSlice.actions;
export const selectConnection = (state: RootState) => state.connection;
