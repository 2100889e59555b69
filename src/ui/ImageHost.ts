import { createContext } from 'react';

/** The provider's host, from which images are displayed (S7). */
export const ImageHost = createContext('');
