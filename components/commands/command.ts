import type { ClientState } from '@/lib/client/state';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalogue } from '../state/catalogue';
import type { ClientHandle } from '../state/client-handle';
import type { KeyChord } from '../state/keys';
import type { Ui } from '../state/ui';

/** One thing a person can do, with the group it belongs to. */
export interface GroupedCommand {
  id: string;
  title: string;
  /** Only the first one is shown. */
  keys: readonly KeyChord[];
  /** Works in text fields too. */
  anywhere?: boolean;
  /** Takes precedence over the key's use in the editor or terminal. */
  first?: boolean;
  enabled(state: ClientState): boolean;
  run(): void;
}

/** What commands act on. */
export interface CommandPage {
  client: ClientHandle;
  ui: StoreApi<Ui>;
  catalogue: Catalogue;
}

export const always = (): boolean => true;
export const mine = (state: ClientState): boolean => state.executor === 'mine';
