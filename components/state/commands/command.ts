import type { HostState } from '@/lib/host/state';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from '../catalogue';
import type { HostHandle } from '../host-handle';
import type { KeyChord } from '../keys';
import type { Ui } from '../ui';

/** One thing a person can do, in a group that says what about. */
export interface GroupedCommand {
  id: string;
  title: string;
  /** The first one is shown. */
  keys: readonly KeyChord[];
  /** Works in text fields too. */
  anywhere?: boolean;
  /** Comes before what the editor or the terminal does with the key. */
  first?: boolean;
  enabled(state: HostState): boolean;
  run(): void;
}

/** What commands act on. */
export interface CommandPage {
  hands: HostHandle;
  ui: StoreApi<Ui>;
  catalogue: Catalogue;
}

export const always = (): boolean => true;
export const mine = (state: HostState): boolean => state.hands === 'mine';
