import type { ReactNode } from 'react';
import { keepMessages } from '../catalogues';
import first from './first';

keepMessages('en', first);

/** What stands inside of it can be said in English. */
export default function In({ children }: { children: ReactNode }) {
  return children;
}
