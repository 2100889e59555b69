import type { RootState } from '../app/hooks';
import type { Listen } from './historyListeners';
import { selectIsLoading } from './messagesSlice';
import { resumeEnded, sendResumed } from './sendingActions';
import { previewsOf, selectIsSending, selectIsListed } from './sendingSlice';

/** Maximum time that a send goes on after a reload, in ms. */
const RESUME_LIMIT = 10_000;

/** Ends a send that a reload interrupted, and releases the files of images. */
export function listenForSends(listen: Listen): void {
  // After a reload during a POST, the text may be stored, so the input waits for the first history.
  listen({
    actionCreator: sendResumed,
    effect: async (_, listenerApi) => {
      const hasEnded = (__: unknown, state: RootState) =>
        !selectIsLoading(state) || !selectIsSending(state);
      await listenerApi.condition(hasEnded, RESUME_LIMIT);
      listenerApi.dispatch(resumeEnded({ isListed: selectIsListed(listenerApi.getState()) }));
    },
  });

  // An object URL keeps its file in memory for as long as the page lives.
  listen({
    predicate: (_, { sending }, previous) => sending !== previous.sending,
    effect: (_, listenerApi) => {
      const used = previewsOf(listenerApi.getState());
      for (const url of previewsOf(listenerApi.getOriginalState()))
        if (!used.includes(url)) URL.revokeObjectURL(url);
    },
  });
}
