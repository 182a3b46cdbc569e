import { createContext, useContext } from 'react';
import type { SizeLimits } from './sizes';

export type Orientation = 'horizontal' | 'vertical';

/** How large panels are, in pixels. Those that do not keep their pixels share what is left in this proportion. */
export type Layout = Readonly<Record<string, number>>;

/** What panels and lines know of the group they stand in. */
export interface Split {
  readonly orientation: Orientation;
  /** What the page or a person has chosen. A panel that is not in it has its default. */
  readonly layout: Layout;
  register(id: string, limits: SizeLimits): () => void;
  /** Pixels of every panel as it is drawn now, in their order. */
  measure(): Map<string, number>;
  /** Sets these panels and leaves the others. */
  change(sizes: Iterable<readonly [id: string, size: number]>): void;
  /** Moves the line between two panels, from where all of them stood. */
  move(from: ReadonlyMap<string, number>, before: string, after: string, delta: number): void;
  /** A person has let go of a line. */
  settled(): void;
}

export const SplitContext = createContext<Split | null>(null);

export function useSplit(): Split {
  const split = useContext(SplitContext);
  if (!split) throw new Error('A panel stands outside its group.');
  return split;
}
