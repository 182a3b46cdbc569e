import type { Tool as ApiTool } from '@ag-ui/core';
import type { ToolCall, Dispatcher, DispatcherOptions } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import type { Outcome } from '@/lib/tools/result';
import type { schedule } from '@/lib/tools/schedule';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolLookup } from './call-views';
import type { PoolEntry } from './tool-state';

/** The tools of a host and the machinery that runs them. Immutable: a change of the pool makes a new one. */
export interface ToolKit extends ToolLookup {
  /** Every tool, on or off. */
  readonly pool: readonly PoolEntry[];
  /** As the brain is told of those that are on. */
  readonly forms: readonly ApiTool[];
  /** Names of the steps of its dispatchers, outermost first. */
  readonly steps: readonly string[];
  /** What is right or wrong with a call of a tool that is on. */
  check(call: ToolCall): Outcome<Prepared>;
  /** A dispatcher over the tools that are on, each changed by `wrap`. */
  dispatcher(options: Omit<DispatcherOptions, 'registry'>, wrap?: (tool: AnyTool) => AnyTool): Dispatcher;
  readonly schedule: typeof schedule;
}

/** What a kit is made of. */
export interface KitParts {
  /** Names of tools that a person turned off. */
  readonly disabled: readonly string[];
}

/** Makes kits of the tools it was loaded with. */
export type KitMaker = (parts: KitParts) => ToolKit;

/** Loads `lib/tools`, the part of the hands that comes after the page. `own` replaces the built-in tools. */
export async function loadKitMaker(own?: readonly AnyTool[]): Promise<KitMaker> {
  const [library, { prepare }, { coreTools }] = await Promise.all([
    import('@/lib/tools/hands'),
    import('@/lib/tools/dispatch/prepare'),
    import('@/lib/tools/builtin/core'),
  ]);
  const tools = own ?? coreTools;
  return ({ disabled }) => {
    const { entries: pool, tools: on } = library.assembleToolPool({ builtin: tools, enablement: { disabled } });
    const all = library.createRegistry(tools);
    const active = library.createRegistry(pool);
    return {
      pool,
      forms: on.map(library.toApiTool),
      schedule: library.schedule,
      find: (name) => all.find(name),
      prepare(call) {
        const prepared = prepare(all, call);
        return prepared.ok ? prepared.value : undefined;
      },
      steps: library.createDispatcher({ ...NOBODY, registry: active }).steps.map((step) => step.name),
      check: (call) => prepare(active, call),
      dispatcher: (options, wrap = (tool) => tool) =>
        library.createDispatcher({
          ...options,
          registry: library.createRegistry(pool.map((entry) => ({ ...entry, tool: wrap(entry.tool) }))),
        }),
    };
  };
}

/** For a dispatcher that is only looked at. */
const NOBODY: Omit<DispatcherOptions, 'registry'> = {
  permissions: {
    mode: () => 'default',
    rules: () => [],
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    allowAlways: () => undefined,
  },
  contextFor: () => ({ threadId: '', writeRoots: [] }),
};
