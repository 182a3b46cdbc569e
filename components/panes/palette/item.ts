import type { ReactNode } from 'react';

/** One line of the palette. */
export interface PaletteItem {
  readonly value: string;
  /** What it is found by: what it is called first, then words around it. */
  readonly keywords: readonly string[];
  readonly children: ReactNode;
  readonly onSelect: () => void;
}
