import type { Tool as ApiTool } from '@ag-ui/core';
import type { CanUseTool, CodeRunner, DynamicTool, ToolDraft } from '@/lib/ports';
import type { Hook, RateLimits } from '@/lib/protocol';
import type { ToolCall, Dispatcher, DispatcherOptions, PipelineStep } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import type { HookRunner } from '@/lib/tools/hooks';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { RateLimiter } from '@/lib/tools/dispatch/limits';
import type { Outcome } from '@/lib/tools/result';
import type { schedule } from '@/lib/tools/schedule';
import type { System } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolLookup } from './call-views';
import type { PoolEntryView } from '../tool-state';
import type { ToolSettings } from '../settings/tool-settings';

/** What guards are made from; read anew for each call. */
export interface GuardOptions {
  hooks: () => readonly Hook[];
  limits: () => RateLimits;
  codeRunner: CodeRunner;
}

/** What surrounds every call of a client, in any thread. */
export interface Guards {
  readonly hooks: HookRunner;
  readonly limiter: RateLimiter;
  /** Maximum size of a result's text, bytes. */
  readonly maxTextBytes: number;
}

/** What the client passes to each dispatcher; the rest comes from the toolset. */
export type Dispatching = Omit<DispatcherOptions, 'registry' | 'contextFor' | keyof Guards>;

/** The same, with what the tools of a thread may use. */
export type ThreadDispatching = Dispatching & Pick<DispatcherOptions, 'contextFor'>;

/** The tools of a client and the machinery that runs them. Immutable: a change of the pool creates a new one. */
export interface Toolset extends ToolLookup {
  /** Every tool, on or off. */
  readonly pool: readonly PoolEntryView[];
  /** The tools that are on. */
  readonly on: readonly AnyTool[];
  /** The tools as declared to the agent loop. */
  readonly declarations: readonly ApiTool[];
  /** Everything that a call goes through, in order. */
  readonly steps: readonly PipelineStep[];
  readonly stepNames: readonly string[];
  /** The system whose behaviour its calls follow. */
  readonly system: System;
  readonly guards: Guards;
  /** A person's PermissionRequest hooks; undefined if there are none. */
  canUseTool(): CanUseTool | undefined;
  /** The prepared call, or a result that says what is wrong with it. Only considers tools that are on. */
  check(call: ToolCall): Outcome<Prepared>;
  /** Throws if no tool can be made from the draft. */
  checkDraft(draft: ToolDraft): void;
  /** A dispatcher for the tools that are on. */
  dispatcher(options: ThreadDispatching): Dispatcher;
  readonly schedule: typeof schedule;
}

/** What a toolset is made from. */
export interface ToolsetParts {
  /** The person's settings for tools. */
  readonly settings: Pick<
    ToolSettings,
    'disabled' | 'featuresOff' | 'onlyTools' | 'neverTools' | 'replaceable' | 'categories'
  >;
  /** The system whose names and fields the built-in tools have. Default: our own. */
  readonly preset?: string | undefined;
  /** The provider of the model; undefined if every tool works with it. */
  readonly provider?: string | undefined;
  /** Capabilities that tools require and this page lacks. */
  readonly missing: readonly string[];
  /** The current thread's dynamic tools. */
  readonly dynamicTools: readonly DynamicTool[];
  /** Tools that a person wrote in the workshop. */
  readonly own?: readonly AnyTool[];
  /** The categories that packs give to tools, by tool name; the person's settings take precedence. */
  readonly categories?: Readonly<Record<string, string>>;
  /** Tools of the connected MCP servers. */
  readonly mcp?: readonly AnyTool[];
  /** What an agent is restricted to. Default: no restriction. */
  readonly filter?: ToolFilter;
}

export interface ToolsetOptions extends GuardOptions {
  /** Replaces the built-in tools. */
  tools?: readonly AnyTool[];
}

/** Makes toolsets from the tools it was loaded with. */
export type ToolsetFactory = (parts: ToolsetParts) => Toolset;
