import type { ReactNode } from 'react';
import { keepFirst } from '../catalogues';
import first from './first';

keepFirst('zh', first);

/** Provides the Chinese messages to its children. */
export default function In({ children }: { children: ReactNode }) {
  return children;
}
