import type { ReactNode } from 'react';
import { keepFirst } from '../catalogues';
import first from './first';

keepFirst('zh', first);

/** What stands inside of it can be said in Chinese. */
export default function In({ children }: { children: ReactNode }) {
  return children;
}
