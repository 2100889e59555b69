import type { Entry } from '../../src/messages/entries';
import { incoming } from './messages';

/** An entry of the list. */
export const entry = (
  key: number,
  message = incoming(),
  origin: Entry['origin'] = 'history',
): Entry => ({ key, message, origin });
