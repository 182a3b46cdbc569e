import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import { shallow } from 'zustand/vanilla/shallow';
import { loadKitMaker, type KitMaker, type KitOptions, type KitParts, type ToolKit } from './tool-kit';

export interface PresentKitOptions extends KitOptions {
  /** What kits are made of at the moment; the same values until one changes. */
  parts: () => KitParts;
  /** The tools have loaded. */
  onChange: () => void;
}

/** The kit that holds now. */
export interface PresentKit {
  /** Undefined until the tools have loaded. */
  readonly current: ToolKit | undefined;
  /** Rejects where the tools cannot be had; the next call tries again. */
  load(): Promise<ToolKit>;
  /** The same tools without those that the filter leaves out. */
  narrowed(filter: ToolFilter): Promise<ToolKit>;
  /** Makes a new kit where the parts have changed. */
  follow(): void;
}

export function createPresentKit({ parts, onChange, ...options }: PresentKitOptions): PresentKit {
  let make: KitMaker | undefined;
  let current: { kit: ToolKit; parts: KitParts } | undefined;
  /** By filter; good for the present kit only. */
  let narrow = new Map<string, ToolKit>();
  const renew = (maker: KitMaker, made: KitParts): ToolKit => {
    current = { kit: maker(made), parts: made };
    narrow = new Map();
    return current.kit;
  };
  const loaded = async (): Promise<{ maker: KitMaker; kit: ToolKit }> => {
    const maker = (make ??= await loadKitMaker(options));
    if (current) return { maker, kit: current.kit };
    const kit = renew(maker, parts());
    onChange();
    return { maker, kit };
  };
  return {
    get current() {
      return current?.kit;
    },
    load: async () => (await loaded()).kit,
    async narrowed(filter) {
      const { maker } = await loaded();
      const key = JSON.stringify(filter);
      const kit = narrow.get(key) ?? maker({ ...parts(), filter });
      narrow.set(key, kit);
      return kit;
    },
    follow() {
      const now = parts();
      if (make && current && !shallow(current.parts, now)) renew(make, now);
    },
  };
}
