import { nanoid, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { OPERATOR_ID } from '../common/constants';
import { api } from '../provider/api';
import { messageSent } from '../provider/hub';
import type { Services } from '../provider/services';
import { selectUser, type SessionState } from '../session/sessionSlice';
import { selectIsSending, sendingEnded, sendingStarted, uploadStarted } from './messagesSlice';
import type { MessagesState } from './messagesState';

interface State {
  session: SessionState;
  messages: MessagesState;
}
type Thunk = ThunkAction<Promise<boolean>, State, Services, UnknownAction>;

/** Sends one thing at a time: what is pressed while something is on its way is not sent. */
const whileNothingIsSent =
  (send: Thunk): Thunk =>
  async (dispatch, getState) => {
    if (selectIsSending(getState())) return false;
    dispatch(sendingStarted());
    try {
      return await dispatch(send);
    } finally {
      dispatch(sendingEnded());
    }
  };

/** The sending flow (spec 4): by POST; what follows `messageSent` is the live channel and the list. */
const post =
  (content: { text: string | null; imageUrl: string | null }): Thunk =>
  async (dispatch, getState, { now }) => {
    const user = selectUser(getState());
    if (!user) return false;
    const timestamp = new Date(now()).toISOString();
    const message = { fromUserId: user.id, toUserId: OPERATOR_ID, ...content, timestamp };
    const { error } = await dispatch(api.endpoints.send.initiate(message, { track: false }));
    if (error) return false;
    dispatch(messageSent(message));
    return true;
  };

/** Sends a text (spec 5: not a blank one). @returns whether the provider has taken it */
export const sendText = (text: string): Thunk =>
  whileNothingIsSent(async (dispatch) =>
    text.trim() === '' ? false : dispatch(post({ text, imageUrl: null })),
  );

/** Uploads a picture and sends it. */
const sendPicture =
  (file: File): Thunk =>
  async (dispatch, _, { pictures }) => {
    const key = nanoid();
    pictures.set(key, file);
    const picture = { key, name: file.name };
    const { data } = await dispatch(api.endpoints.upload.initiate(picture, { track: false }));
    pictures.delete(key);
    return data ? dispatch(post({ text: null, imageUrl: data.imageUrl })) : false;
  };

/**
 * Uploads and sends pictures, one after the other; files that are no pictures are left out (spec 5).
 * @returns whether the provider has taken them all
 */
export const sendPictures = (files: File[]): Thunk =>
  whileNothingIsSent(async (dispatch) => {
    const pictures = files.filter(({ type }) => type.startsWith('image/'));
    const results: boolean[] = [];
    for (const [index, picture] of pictures.entries()) {
      dispatch(uploadStarted({ number: index + 1, of: pictures.length }));
      results.push(await dispatch(sendPicture(picture)));
    }
    return results.every(Boolean);
  });
