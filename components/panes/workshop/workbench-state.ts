import type { CheckedPack } from '@/lib/client/own-packs';
import type { PackDiagnostic } from '@/lib/workshop/compile';
import type { Pack } from '@/lib/workshop/pack';
import type { StoredPack } from '@/lib/workshop/pack-store';
import type { StoreApi } from 'zustand/vanilla';

export type PackSources = Readonly<Record<string, string>>;

export interface WorkbenchState {
  /** A pack from elsewhere that awaits a person's decision. */
  readonly offered: Pack | undefined;
  /** Newest first; undefined until they have been read. */
  readonly packs: readonly StoredPack[] | undefined;
  /** The name of the open pack. */
  readonly chosen: string | undefined;
  /** Its files as they are being typed. */
  readonly files: PackSources;
  /** Its files as this tab last read or saved them: the base of what is typed. */
  readonly base: PackSources;
  /** Its files as another tab has saved them since then. What is typed here is not saved until a person has chosen. */
  readonly theirs: PackSources | undefined;
  readonly keeping: 'kept' | 'typing' | 'keeping' | 'refused';
  /** The files that `checked` is about. */
  readonly checkedIn: PackSources | undefined;
  /** The result of the last check; undefined until there was one. */
  readonly checked: CheckedPack | undefined;
  readonly checking: boolean;
  /** TypeScript's errors. The pack can be called despite them. */
  readonly typeErrors: readonly PackDiagnostic[];
  /** The files that `typeErrors` are about. */
  readonly typedIn: PackSources | undefined;
}

/** The state while no pack is open. */
export const REST = {
  chosen: undefined,
  files: {},
  base: {},
  theirs: undefined,
  keeping: 'kept',
  checkedIn: undefined,
  checked: undefined,
  checking: false,
  typeErrors: [],
  typedIn: undefined,
} as const;

/** The packs as this page knows them. */
export interface StoredPacks {
  /** The pack with this name; without a name, the open one. */
  known(name?: string): StoredPack | undefined;
  /** Takes over the stored state of a pack. */
  note(stored: StoredPack | undefined): void;
}

export const storedPacks = ({ getState, setState }: StoreApi<WorkbenchState>): StoredPacks => ({
  known: (name = getState().chosen) => getState().packs?.find(({ pack }) => pack.name === name),
  note(stored) {
    if (!stored) return;
    const others = (getState().packs ?? []).filter(({ pack }) => pack.name !== stored.pack.name);
    setState({ packs: [stored, ...others] });
  },
});
