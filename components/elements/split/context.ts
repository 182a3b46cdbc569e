import { createContext, useContext } from 'react';
import type { SizeLimits } from './sizes';

export type Orientation = 'horizontal' | 'vertical';

/** Sizes of panels in pixels. Panels that do not keep their pixels share the remaining space in this proportion. */
export type Layout = Readonly<Record<string, number>>;

/** What panels and lines know of their group. */
export interface Split {
  readonly orientation: Orientation;
  /** Sizes chosen by the page or a person. A panel that is not listed has its default size. */
  readonly layout: Layout;
  register(id: string, limits: SizeLimits): () => void;
  /** The current drawn size of every panel in pixels, in order; of a folded one, what it had before. */
  measure(): Map<string, number>;
  /** Sets these panels and leaves the others as they are. */
  change(sizes: Iterable<readonly [id: string, size: number]>): void;
  /** Moves the line between two panels, starting from the given sizes of all panels. */
  move(from: ReadonlyMap<string, number>, before: string, after: string, delta: number): void;
  /** A person has released a line. */
  settled(): void;
}

export const SplitContext = createContext<Split | null>(null);

export function useSplit(): Split {
  const split = useContext(SplitContext);
  if (!split) throw new Error('A panel stands outside its group.');
  return split;
}
