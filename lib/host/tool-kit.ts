import type { Tool as ApiTool } from '@ag-ui/core';
import type { GuestRunner, ShelvedTool, ToolDraft } from '@/lib/ports';
import type { ToolCall, Dispatcher, DispatcherOptions, PipelineStep } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import type { Outcome } from '@/lib/tools/result';
import type { schedule } from '@/lib/tools/schedule';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolLookup } from './call-views';
import type { GuardOptions, Guards } from './guards';
import type { PoolEntry } from './tool-state';

/** What a host gives each dispatcher; the rest is the kit's. */
export type Dispatching = Omit<DispatcherOptions, 'registry' | 'contextFor' | keyof Guards>;

/** The tools of a host and the machinery that runs them. Immutable: a change of the pool makes a new one. */
export interface ToolKit extends ToolLookup {
  /** Every tool, on or off. */
  readonly pool: readonly PoolEntry[];
  /** Those that are on. */
  readonly on: readonly AnyTool[];
  /** As the brain is told of them. */
  readonly forms: readonly ApiTool[];
  /** Everything a call goes through, in order. */
  readonly steps: readonly PipelineStep[];
  readonly stepNames: readonly string[];
  readonly guards: Guards;
  /** What is right or wrong with a call of a tool that is on. */
  check(call: ToolCall): Outcome<Prepared>;
  /** Throws where no tool can be made of a draft. */
  checkDraft(draft: ToolDraft): void;
  /** A dispatcher over the tools that are on, each changed by `wrap`. */
  dispatcher(
    options: Dispatching & Pick<DispatcherOptions, 'contextFor'>,
    wrap?: (tool: AnyTool) => AnyTool,
  ): Dispatcher;
  readonly schedule: typeof schedule;
}

/** What a kit is made of. */
export interface KitParts {
  /** Names of tools that a person turned off. */
  readonly disabled: readonly string[];
  /** The present thread's dynamic tools. */
  readonly shelved: readonly ShelvedTool[];
}

export interface KitOptions extends GuardOptions {
  /** Instead of the built-in tools. */
  tools?: readonly AnyTool[];
  guest: GuestRunner;
}

/** Makes kits of the tools it was loaded with. */
export type KitMaker = (parts: KitParts) => ToolKit;

/** Loads `lib/tools`, the part of the hands that comes after the page. */
export async function loadKitMaker({ tools, ...options }: KitOptions): Promise<KitMaker> {
  const [library, { prepare }, { builtinTools }, { createGuards }, { dynamicTool }] = await Promise.all([
    import('@/lib/tools/hands'),
    import('@/lib/tools/dispatch/prepare'),
    import('@/lib/tools/builtin'),
    import('./guards'),
    import('./dynamic-tool'),
  ]);
  const builtin = tools ?? builtinTools;
  const guards = createGuards(options);
  return ({ disabled, shelved }) => {
    const custom = shelved.map((tool) => dynamicTool(tool, options.guest));
    const { entries: pool, tools: on } = library.assembleToolPool({ builtin, custom, enablement: { disabled } });
    const all = library.createRegistry(pool.map(({ tool }) => tool));
    const active = library.createRegistry(pool);
    const dispatcher: ToolKit['dispatcher'] = (given, wrap = (tool) => tool) =>
      library.createDispatcher({
        ...guards,
        ...given,
        registry: library.createRegistry(pool.map((entry) => ({ ...entry, tool: wrap(entry.tool) }))),
      });
    const { steps } = dispatcher(NOBODY);
    return {
      pool,
      on,
      forms: on.map(library.toApiTool),
      schedule: library.schedule,
      guards,
      find: (name) => all.find(name),
      prepare(call) {
        const prepared = prepare(all, call);
        return prepared.ok ? prepared.value : undefined;
      },
      steps,
      stepNames: steps.map(({ name }) => name),
      check: (call) => prepare(active, call),
      checkDraft: (draft) => void library.createRegistry([dynamicTool(draft, options.guest)]),
      dispatcher,
    };
  };
}

/** For a dispatcher that is only looked at. */
const NOBODY: Pick<DispatcherOptions, 'permissions' | 'contextFor'> = {
  permissions: {
    mode: () => 'default',
    rules: () => [],
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    allowAlways: () => undefined,
  },
  contextFor: () => ({ threadId: '', writeRoots: [] }),
};
