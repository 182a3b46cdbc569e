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
  /** Makes a new kit: the parts have changed. */
  renew(): void;
}

export function createPresentKit({ parts, onChange, ...options }: PresentKitOptions): PresentKit {
  let make: KitMaker | undefined;
  let current: ToolKit | undefined;
  const renew = () => {
    if (!make) return;
    current = make(parts());
    onChange();
  };
  return {
    get current() {
      return current;
    },
    async load() {
      make ??= await loadKitMaker(options);
      if (!current) renew();
      return (current ??= make(parts()));
    },
    renew,
  };
}
