'use client';

import type { Segment } from '@/lib/schema';
import { createContext, useContext } from 'react';

/** What a form's fields need: a person's edits to the arguments, and what is wrong with them. */
export interface Edits {
  /** Writes a JSON value at a path. */
  write(path: readonly Segment[], raw: string): void;
  leaveOut(path: readonly Segment[]): void;
  /** Switches a union to one of its options, starting with `raw`. */
  choose(path: readonly Segment[], option: number, raw: string): void;
  /** What is wrong with the value at a path. */
  issueAt(path: readonly Segment[]): string | undefined;
}

const Context = createContext<Edits | null>(null);

export const EditsProvider = Context;

export function useEdits(): Edits {
  const edits = useContext(Context);
  if (!edits) throw new Error('A field stands outside its form.');
  return edits;
}
