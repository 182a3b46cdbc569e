import type { Tool as ApiTool } from '@ag-ui/core';
import type { CanUseTool, CodeRunner, DynamicTool, ToolDraft } from '@/lib/ports';
import type { ToolCall, Dispatcher, DispatcherOptions, PipelineStep } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepared';
import { filterTools, type ToolFilter } from '@/lib/tools/pool/filter-tools';
import { flagsWithout } from '@/lib/tools/feature-flags';
import type { Outcome } from '@/lib/tools/result';
import type { schedule } from '@/lib/tools/schedule';
import type { System } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolLookup } from './call-views';
import type { GuardOptions, Guards } from './guards';
import type { PoolEntryView } from './tool-state';
import type { ToolSettings } from '../settings/tool-settings';

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
  /** What is right or wrong with a call of a tool that is on. */
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
  codeRunner: CodeRunner;
}

/** Makes toolsets of the tools it was loaded with. */
export type ToolsetFactory = (parts: ToolsetParts) => Toolset;

/** Loads `lib/tools`, the part of the client that comes after the page. */
export async function loadToolsetFactory({ tools, ...options }: ToolsetOptions): Promise<ToolsetFactory> {
  const [
    library,
    { prepare },
    { builtinTools },
    { createGuards },
    { toDynamicTool },
    { permissionHooks },
    { findPreset, presetTools },
    { systemOf },
  ] = await Promise.all([
    import('@/lib/tools/browser'),
    import('@/lib/tools/dispatch/prepare'),
    import('@/lib/tools/builtin'),
    import('./guards'),
    import('./dynamic-tool'),
    import('@/lib/tools/hooks'),
    import('@/lib/tools/presets'),
    import('@/lib/tools/system'),
  ]);
  const ours = tools ?? builtinTools;
  const guards = createGuards(options);
  return ({ settings, preset, provider, missing, dynamicTools, own = [], filter = {}, ...parts }) => {
    const system = findPreset(preset);
    const filed = fileUnder({ ...parts.categories, ...settings.categories });
    const builtin = filed(system ? presetTools(system, ours) : ours);
    const custom = filed([...own, ...dynamicTools.map((tool) => toDynamicTool(tool, options.codeRunner))]);
    const mcp = filed(parts.mcp ?? []);
    const { entries: pool, tools: on } = library.assembleToolPool({
      builtin,
      custom,
      mcp,
      allow: settings.onlyTools,
      deny: [...settings.neverTools, ...excluded([...builtin, ...custom, ...mcp], filter)],
      allowedOverrides: settings.replaceable,
      override: systemOf(builtin).behaviour.override,
      enablement: {
        disabled: settings.disabled,
        flags: flagsWithout(settings.featuresOff),
        capabilities: [...builtin, ...custom].flatMap((tool) =>
          tool.capabilities.filter((needed) => !missing.includes(needed)),
        ),
        ...(provider !== undefined && { provider }),
      },
    });
    const all = library.createRegistry(pool.map(({ tool }) => tool));
    const active = library.createRegistry(pool);
    const dispatchers = new WeakMap<ThreadDispatching, Dispatcher>();
    const dispatcher: Toolset['dispatcher'] = (given) => {
      const known = dispatchers.get(given);
      if (known) return known;
      const made = library.createDispatcher({ ...guards, ...given, registry: active });
      dispatchers.set(given, made);
      return made;
    };
    const { steps, scheduling } = dispatcher(NOBODY);
    const ways = systemOf(builtin);
    return {
      pool,
      on,
      declarations: on.map(library.toApiTool),
      schedule: library.schedule,
      guards,
      canUseTool: () => permissionHooks(guards.hooks, (name) => all.find(name)),
      find: (name) => all.find(name),
      prepare(call) {
        const prepared = prepare(all, call, { language: 'en', validation: 'block', system: ways });
        return prepared.ok ? prepared.value : undefined;
      },
      steps,
      scheduling,
      system: ways,
      stepNames: steps.map(({ name }) => name),
      check: (call) => prepare(active, call),
      checkDraft: (draft) => void library.createRegistry([toDynamicTool(draft, options.codeRunner)]),
      dispatcher,
    };
  };
}

/** Puts tools into the categories that a person gave them; the list as it is where there are none. */
const fileUnder =
  (categories: ToolSettings['categories']) =>
  (tools: readonly AnyTool[]): readonly AnyTool[] =>
    tools.some(({ name }) => Object.hasOwn(categories, name))
      ? tools.map((tool) => ({ ...tool, category: categories[tool.name] ?? tool.category }))
      : tools;

/** The names of tools that an agent is not given. A tool of a preset goes by its own name and by that of its executor. */
const excluded = (tools: readonly AnyTool[], { allow, deny }: ToolFilter): string[] =>
  tools.flatMap(({ name, executor = name }) => {
    const names = [{ name }, { name: executor }];
    const given = filterTools(names, { allow }).length > 0 && filterTools(names, { deny }).length === names.length;
    return given ? [] : [name];
  });

/** For a dispatcher that is only looked at. */
const NOBODY: ThreadDispatching = {
  permissions: {
    mode: () => 'default',
    rules: () => [],
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    allowAlways: () => undefined,
  },
  contextFor: () => ({ threadId: '', writeRoots: [] }),
};
