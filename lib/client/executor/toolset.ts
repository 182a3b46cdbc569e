import type { Tool as ApiTool } from '@ag-ui/core';
import type { CanUseTool, CodeRunner, DynamicTool, ToolDraft } from '@/lib/ports';
import type { Hook, RateLimits } from '@/lib/protocol';
import type { ToolCall, Dispatcher, DispatcherOptions, PipelineStep } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/validate-input';
import type { HookRunner } from '@/lib/tools/hooks';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { RateLimiter } from '@/lib/tools/rate-limit';
import type { Outcome } from '@/lib/tools/result';
import type { schedule } from '@/lib/tools/schedule';
import type { System } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import { shallow } from 'zustand/vanilla/shallow';
import type { ToolLookup } from './call-views';
import type { PoolEntryView } from './tool-state';
import type { ToolSettings } from '../settings/tool-settings';

/** What guards are made of; asked anew for each call. */
export interface GuardOptions {
  hooks: () => readonly Hook[];
  limits: () => RateLimits;
  codeRunner: CodeRunner;
}

/** What stands around every call of a client, whichever thread it belongs to. */
export interface Guards {
  readonly hooks: HookRunner;
  readonly limiter: RateLimiter;
  /** Bytes of text of a result. */
  readonly maxTextBytes: number;
}

/** What the client gives each dispatcher; the rest is the toolset's. */
export type Dispatching = Omit<DispatcherOptions, 'registry' | 'contextFor' | keyof Guards>;

/** The same with what the tools of a thread may use. */
export type ThreadDispatching = Dispatching & Pick<DispatcherOptions, 'contextFor'>;

/** The tools of a client and the machinery that runs them. Immutable: a change of the pool makes a new one. */
export interface Toolset extends ToolLookup {
  /** Every tool, on or off. */
  readonly pool: readonly PoolEntryView[];
  /** Those that are on. */
  readonly on: readonly AnyTool[];
  /** As the agent loop is told of them. */
  readonly declarations: readonly ApiTool[];
  /** Everything a call goes through, in order. */
  readonly steps: readonly PipelineStep[];
  readonly stepNames: readonly string[];
  /** Whose ways its calls keep to. */
  readonly system: System;
  readonly guards: Guards;
  /** A person's hooks of PermissionRequest; undefined where there are none. */
  canUseTool(): CanUseTool | undefined;
  /** The prepared call, or the result that says what is wrong with it. Only tools that are on count. */
  check(call: ToolCall): Outcome<Prepared>;
  /** Throws where no tool can be made of a draft. */
  checkDraft(draft: ToolDraft): void;
  /** The dispatcher over the tools that are on: made once for the same options. */
  dispatcher(options: ThreadDispatching): Dispatcher;
  readonly schedule: typeof schedule;
}

/** What a toolset is made of. */
export interface ToolsetParts {
  /** What a person said about tools. */
  readonly settings: Pick<
    ToolSettings,
    'disabled' | 'featuresOff' | 'onlyTools' | 'neverTools' | 'replaceable' | 'categories'
  >;
  /** The system whose names and fields the built-in tools have; left out: ours. */
  readonly preset?: string | undefined;
  /** Who provides the model; undefined where every tool works with it. */
  readonly provider?: string | undefined;
  /** Capabilities that tools ask for and this page has not. */
  readonly missing: readonly string[];
  /** The present thread's dynamic tools. */
  readonly dynamicTools: readonly DynamicTool[];
  /** Those that a person wrote in the workshop. */
  readonly own?: readonly AnyTool[];
  /** The categories that packs give tools, by the tools' names; what a person set comes before them. */
  readonly categories?: Readonly<Record<string, string>>;
  /** Those of the MCP servers that are connected. */
  readonly mcp?: readonly AnyTool[];
  /** What an agent is narrowed to. Left out: not at all. */
  readonly filter?: ToolFilter;
}

export interface ToolsetOptions extends GuardOptions {
  /** Instead of the built-in tools. */
  tools?: readonly AnyTool[];
}

/** Makes toolsets of the tools it was loaded with. */
export type ToolsetFactory = (parts: ToolsetParts) => Toolset;

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
    const maker = (make ??= (await import('./make-toolset')).toolsetFactory(options));
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
