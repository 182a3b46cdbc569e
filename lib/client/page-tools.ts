import type { DynamicTool } from '@/lib/ports';
import type { Hook } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { ClientPorts } from './browser-ports';
import { createLazyCodeRunner } from './executor/lazy-code-runner';
import { isReserved, openDynamicToolStore } from './executor/dynamic-tool-store';
import type { Dispatching, Toolset, ToolsetParts, ToolsetOptions, ToolsetFactory } from './executor/toolset';
import { createOwnPacks } from './own-packs';
import type { Person } from './person';
import { openTabChannel } from './ports/tab-channel';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import { shallow } from 'zustand/vanilla/shallow';

/** Capabilities that a page without a sandbox lacks. */
const NO_SANDBOX = ['sandbox'];
const NONE: readonly string[] = [];

interface PageToolsOptions {
  ports: ClientPorts;
  person: Person;
  /** Whether there will be no sandbox. */
  lacksSandbox: () => boolean;
  /** The current thread's; without a thread, those that calls by hand have made. */
  dynamicTools: () => readonly DynamicTool[];
  onChange: () => void;
  signal: AbortSignal;
}

/** The tools of a page (built in, from packs, from MCP servers, made in the thread) and the guards around their calls. */
export type PageTools = ReturnType<typeof createPageTools>;

export function createPageTools({ ports, person, lacksSandbox, dynamicTools, onChange, signal }: PageToolsOptions) {
  const { settings } = person;
  const codeRunner = createLazyCodeRunner(() => ports.codeRunner(signal));
  const ownPacks = createOwnPacks({
    table: ports.database.library,
    codeRunner,
    fetch: ports.fetch,
    channel: openTabChannel('packs', signal),
    onChange,
  });
  /** Tools of connected MCP servers. */
  let mcp: readonly AnyTool[] = [];
  /** The person's and the scenario's, followed by those of packs. */
  const hooks = (): readonly Hook[] => {
    const { hooks: own } = ownPacks.joined;
    return own.length === 0 ? settings.hooks() : [...settings.hooks(), ...own];
  };
  const toolset = createCurrentToolset({
    ...(ports.tools && { tools: ports.tools }),
    hooks,
    limits: settings.limits,
    codeRunner,
    ready: ownPacks.loaded,
    parts: () => ({
      settings: settings.own.tools,
      provider: supportedProvider(settings.options.model),
      preset: settings.options.preset,
      missing: lacksSandbox() ? NO_SANDBOX : NONE,
      dynamicTools: dynamicTools(),
      own: ownPacks.joined.tools,
      categories: ownPacks.joined.categories,
      mcp,
    }),
    onChange,
  });
  const dispatching = dispatchingFor(person, toolset, hooks);
  return {
    codeRunner,
    ownPacks,
    hooks,
    toolset,
    dispatching,
    /** Opens the dynamic tools of a thread. `onShown` gets the newest version of each after each change. */
    openDynamicTools: (table: KeyValue, threadId: string, onShown: (tools: readonly DynamicTool[]) => void) =>
      openDynamicToolStore({
        table,
        threadId,
        ready: toolset.load,
        isReserved: (name) => isReserved(toolset.current?.pool ?? [], name, settings.own.tools.replaceable),
        check: (draft) => toolset.current?.checkDraft(draft),
        onChange: onShown,
      }),
    /** What tools about tools use. */
    context: () => ({
      codeRunner,
      permissionMode: settings.mode,
      pool: () => toolset.current?.on ?? [],
      ...(toolset.current && { hooks: toolset.current.guards.hooks }),
    }),
    setMcpTools(tools: readonly AnyTool[]) {
      mcp = tools;
      onChange();
    },
    /** Makes a new toolset if its parts have changed, and applies the defaults of its preset. */
    follow() {
      toolset.follow();
      const behaviour = toolset.current?.system.behaviour;
      settings.startWith({ ...behaviour, language: settings.language() ?? behaviour?.language });
      const foreign = dynamicTools().length + ownPacks.joined.tools.length > 0;
      if (foreign || hooks().some(({ enabled }) => enabled)) codeRunner.warm();
    },
  };
}

/** How a person's calls are dispatched. */
const dispatchingFor = (
  { settings, approvals, addRule }: Person,
  toolset: CurrentToolset,
  hooks: () => readonly Hook[],
): Dispatching => ({
  permissions: {
    mode: () => settings.mode,
    rules: settings.rules,
    get canUseTool() {
      return hooks().length === 0 ? undefined : toolset.current?.canUseTool();
    },
    ask: approvals.ask,
    allowAlways: (rule) => addRule({ behavior: 'allow', rule }, 'thread'),
  },
  language: settings.language,
  validation: () => settings.own.tools.validation,
});

/** Models without a provider: every tool works with them. */
const OURS: ReadonlySet<string> = new Set(['scripted', 'careless', 'human', 'cassette']);

/** The provider of a model, as named in `Tool.supportedProviders`. */
const supportedProvider = (model: string | undefined): string | undefined =>
  model === undefined || OURS.has(model) ? undefined : model;

interface CurrentToolsetOptions extends ToolsetOptions {
  /** The current parts of toolsets; the same values until one changes. */
  parts: () => ToolsetParts;
  /** Resolves when the stored parts have been read. */
  ready?: Promise<unknown>;
  /** Called when the tools have loaded. */
  onChange: () => void;
}

/** The current toolset. */
export interface CurrentToolset {
  /** Undefined until the tools have loaded. */
  readonly current: Toolset | undefined;
  /** Rejects if the tools cannot be loaded; the next call tries again. */
  load(): Promise<Toolset>;
  /** The same tools, except those that the filter excludes. */
  narrowed(filter: ToolFilter): Promise<Toolset>;
  /** Makes a new toolset if the parts have changed. */
  follow(): void;
}

export function createCurrentToolset({ parts, ready, onChange, ...options }: CurrentToolsetOptions): CurrentToolset {
  let make: ToolsetFactory | undefined;
  let current: { toolset: Toolset; parts: ToolsetParts } | undefined;
  /** By filter; only valid for the current toolset. */
  let narrow = new Map<string, Toolset>();
  const renew = (maker: ToolsetFactory, made: ToolsetParts): Toolset => {
    current = { toolset: maker(made), parts: made };
    narrow = new Map();
    return current.toolset;
  };
  const loaded = async (): Promise<{ maker: ToolsetFactory; toolset: Toolset }> => {
    await ready;
    const maker = (make ??= (await import('./executor/make-toolset')).toolsetFactory(options));
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
