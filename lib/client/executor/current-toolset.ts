import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import { shallow } from 'zustand/vanilla/shallow';
import {
  loadToolsetFactory,
  type ToolsetFactory,
  type ToolsetOptions,
  type ToolsetParts,
  type Toolset,
} from './toolset';

export interface CurrentToolsetOptions extends ToolsetOptions {
  /** What toolsets are made of at the moment; the same values until one changes. */
  parts: () => ToolsetParts;
  /** Resolves when the parts have been read that the browser keeps. */
  ready?: Promise<unknown>;
  /** The tools have loaded. */
  onChange: () => void;
}

/** The toolset that holds now. */
export interface CurrentToolset {
  /** Undefined until the tools have loaded. */
  readonly current: Toolset | undefined;
  /** Rejects where the tools cannot be had; the next call tries again. */
  load(): Promise<Toolset>;
  /** The same tools without those that the filter leaves out. */
  narrowed(filter: ToolFilter): Promise<Toolset>;
  /** Makes a new toolset where the parts have changed. */
  follow(): void;
}

export function createCurrentToolset({ parts, ready, onChange, ...options }: CurrentToolsetOptions): CurrentToolset {
  let make: ToolsetFactory | undefined;
  let current: { toolset: Toolset; parts: ToolsetParts } | undefined;
  /** By filter; good for this toolset only. */
  let narrow = new Map<string, Toolset>();
  const renew = (maker: ToolsetFactory, made: ToolsetParts): Toolset => {
    current = { toolset: maker(made), parts: made };
    narrow = new Map();
    return current.toolset;
  };
  const loaded = async (): Promise<{ maker: ToolsetFactory; toolset: Toolset }> => {
    await ready;
    const maker = (make ??= await loadToolsetFactory(options));
    if (current) return { maker, toolset: current.toolset };
    const toolset = renew(maker, parts());
    onChange();
    return { maker, toolset };
  };
  return {
    get current() {
      return current?.toolset;
    },
    load: async () => (await loaded()).toolset,
    async narrowed(filter) {
      const { maker } = await loaded();
      const key = JSON.stringify(filter);
      const toolset = narrow.get(key) ?? maker({ ...parts(), filter });
      narrow.set(key, toolset);
      return toolset;
    },
    follow() {
      const now = parts();
      if (make && current && !shallow(current.parts, now)) renew(make, now);
    },
  };
}
