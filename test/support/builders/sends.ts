import { sendDraft } from '../../../src/messages/sending';

const NOTHING = { text: '', images: [] };

/** The action with which a send begins. */
export const sendStarted = () => sendDraft.pending('send', NOTHING);
/** The action with which a send ends. @param isSent whether all was accepted */
export const sendEnded = (isSent: boolean) =>
  isSent
    ? sendDraft.fulfilled(true, 'send', NOTHING)
    : sendDraft.rejected(null, 'send', NOTHING, false);
