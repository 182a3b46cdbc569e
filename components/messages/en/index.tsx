import type { ReactNode } from 'react';
import { keepFirst } from '../catalogues';
import first from './first';

keepFirst('en', first);

/** What stands inside of it can be said in English. */
export default function In({ children }: { children: ReactNode }) {
  return children;
}
