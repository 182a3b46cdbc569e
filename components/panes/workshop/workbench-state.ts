import type { CheckedPack } from '@/lib/client/own-packs';
import type { PackDiagnostic } from '@/lib/workshop/compile';
import type { Pack } from '@/lib/workshop/pack';
import type { StoredPack } from '@/lib/workshop/pack-store';
import type { StoreApi } from 'zustand/vanilla';

export type Files = Readonly<Record<string, string>>;

export interface WorkbenchState {
  /** A pack from elsewhere that a person is asked about. */
  readonly offered: Pack | undefined;
  /** Undefined until they have been read; the newest first. */
  readonly packs: readonly StoredPack[] | undefined;
  /** The name of the pack that is worked on. */
  readonly chosen: string | undefined;
  /** Its files as they are typed. */
  readonly files: Files;
  /** Its files as they were when this tab read or kept them last: what is typed is made of these. */
  readonly base: Files;
  /** What another tab has kept of it since then. What is typed here is not kept until a person has chosen. */
  readonly theirs: Files | undefined;
  readonly keeping: 'kept' | 'typing' | 'keeping' | 'refused';
  /** What came of the last check; undefined while there was none. */
  readonly checked: CheckedPack | undefined;
  readonly checking: boolean;
  /** What TypeScript says is wrong. The pack can be called all the same. */
  readonly typeErrors: readonly PackDiagnostic[];
}

/** While no pack is worked on. */
export const REST = {
  chosen: undefined,
  files: {},
  base: {},
  theirs: undefined,
  keeping: 'kept',
  checked: undefined,
  checking: false,
  typeErrors: [],
} as const;

/** The packs as this page knows them. */
export interface StoredPacks {
  /** A pack by its name; without one, that which is worked on. */
  known(name?: string): StoredPack | undefined;
  /** Takes over what stands in the store now. */
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
