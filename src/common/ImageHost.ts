import { createContext } from 'react';

/** The provider host, from which pictures are displayed (spec 7). */
export const ImageHost = createContext('');
