'use client';

import type { Segment } from '@/lib/schema';
import { createContext, useContext } from 'react';

/** What a person does to the arguments through their form. */
export interface Edits {
  /** Puts a value at a place, as JSON. */
  write(path: readonly Segment[], raw: string): void;
  leaveOut(path: readonly Segment[]): void;
  /** Makes a value one of its several kinds, and begins with `raw`. */
  choose(path: readonly Segment[], option: number, raw: string): void;
}

const Context = createContext<Edits | null>(null);

export const EditsProvider = Context;

export function useEdits(): Edits {
  const edits = useContext(Context);
  if (!edits) throw new Error('A field stands outside its form.');
  return edits;
}
