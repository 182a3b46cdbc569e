import { z } from 'zod';
import type { KeyValue } from '@/lib/stores';
import { CompiledPackSchema, PackSchema, type CompiledPack, type Pack } from './pack';

/** A pack as it is kept: its files as they were saved last, and the last of it that could be called. */
const KeptPackSchema = z.object({
  pack: PackSchema,
  compiled: CompiledPackSchema.optional(),
  /** Whether threads get its tools. */
  on: z.boolean(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});
export type KeptPack = z.infer<typeof KeptPackSchema>;

/** The packs of this browser, by name. */
export interface PackStore {
  all(): Promise<readonly KeptPack[]>;
  get(name: string): Promise<KeptPack | undefined>;
  put(pack: KeptPack): Promise<void>;
  remove(name: string): Promise<void>;
}

const PREFIX = 'pack:';

/** Packs in a table. What cannot be read is left where it is, and is no pack. */
export function openPackStore(table: KeyValue): PackStore {
  const read = (stored: unknown): KeptPack | undefined => {
    const parsed = KeptPackSchema.safeParse(stored);
    return parsed.success ? parsed.data : undefined;
  };
  return {
    all: async () => (await table.entries(PREFIX)).flatMap(([, stored]) => read(stored) ?? []),
    get: async (name) => read(await table.get(PREFIX + name)),
    put: (pack) => table.put(PREFIX + pack.pack.name, pack),
    remove: (name) => table.delete(PREFIX + name),
  };
}

/** The packs whose tools threads get. */
export const packsOn = (kept: readonly KeptPack[]): CompiledPack[] =>
  kept.flatMap(({ on, compiled }) => (on && compiled ? [compiled] : []));

export const packFile = (pack: Pack): string => `${JSON.stringify(pack, null, 2)}\n`;
