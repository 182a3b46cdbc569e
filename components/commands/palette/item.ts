import type { ReactNode } from 'react';

/** One line of the palette. */
export interface PaletteItem {
  readonly value: string;
  /** The words it is found by: its name first, then related words. */
  readonly keywords: readonly string[];
  readonly children: ReactNode;
  readonly onSelect: () => void;
}
