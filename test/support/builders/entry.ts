import type { Entry } from '../../../src/conversation/entries';
import { incoming } from './messages';

export const entry = (
  key: number,
  message = incoming(),
  origin: Entry['origin'] = 'history',
): Entry => ({ key, message, origin });
