import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import { loadKitMaker, type KitMaker, type KitOptions, type KitParts, type ToolKit } from './tool-kit';

export interface PresentKitOptions extends KitOptions {
  /** What kits are made of at the moment. */
  parts: () => KitParts;
  /** There is another kit. */
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
  /** Makes a new kit: the parts have changed. */
  renew(): void;
}

export function createPresentKit({ parts, onChange, ...options }: PresentKitOptions): PresentKit {
  let make: KitMaker | undefined;
  let current: ToolKit | undefined;
  /** By filter; good for the present kit only. */
  let narrow = new Map<string, ToolKit>();
  const renew = () => {
    if (!make) return;
    current = make(parts());
    narrow = new Map();
    onChange();
  };
  const loaded = async (): Promise<KitMaker> => {
    make ??= await loadKitMaker(options);
    if (!current) renew();
    return make;
  };
  return {
    get current() {
      return current;
    },
    async load() {
      const maker = await loaded();
      return (current ??= maker(parts()));
    },
    async narrowed(filter) {
      const maker = await loaded();
      const key = JSON.stringify(filter);
      const kit = narrow.get(key) ?? maker({ ...parts(), filter });
      narrow.set(key, kit);
      return kit;
    },
    renew,
  };
}
