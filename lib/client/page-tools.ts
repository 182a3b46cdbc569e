import type { DynamicTool } from '@/lib/ports';
import type { Hook } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { ClientPorts } from './browser-ports';
import { createCurrentToolset } from './executor/toolset';
import { createLazyCodeRunner } from './executor/lazy-code-runner';
import { isReserved, openDynamicToolStore } from './executor/dynamic-tool-store';
import type { Dispatching } from './executor/toolset';
import { createOwnPacks } from './own-packs';
import type { Person } from './person';
import { openTabChannel } from './ports/tab-channel';

/** Capabilities that a page without a sandbox lacks. */
const NO_SANDBOX = ['sandbox'];
const NONE: readonly string[] = [];

export interface PageToolsOptions {
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
  const { settings, approvals } = person;
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
  const dispatching: Dispatching = {
    permissions: {
      mode: () => settings.mode,
      rules: settings.rules,
      get canUseTool() {
        return toolset.current?.canUseTool();
      },
      ask: approvals.ask,
      allowAlways: (rule) => person.addRule({ behavior: 'allow', rule }, 'thread'),
    },
    language: person.language,
    validation: () => settings.own.tools.validation,
  };
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
      settings.startWith({ ...behaviour, language: person.language() ?? behaviour?.language });
      const foreign = dynamicTools().length + ownPacks.joined.tools.length > 0;
      if (foreign || hooks().some(({ enabled }) => enabled)) codeRunner.warm();
    },
  };
}

/** Models without a provider: every tool works with them. */
const OURS: ReadonlySet<string> = new Set(['scripted', 'careless', 'human', 'cassette']);

/** The provider of a model, as named in `Tool.supportedProviders`. */
const supportedProvider = (model: string | undefined): string | undefined =>
  model === undefined || OURS.has(model) ? undefined : model;
