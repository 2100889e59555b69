import type { Entry } from '../../../src/conversation/entries';
import { incoming } from './messages';

/** An entry of the list, by default from the history. */
export const entry = (
  key: number,
  message = incoming(),
  origin: Entry['origin'] = 'history',
): Entry => ({ key, message, origin });
