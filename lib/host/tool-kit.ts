import type { Tool as ApiTool } from '@ag-ui/core';
import type { Dispatcher, DispatcherOptions } from '@/lib/tools/dispatch';
import type { schedule } from '@/lib/tools/schedule';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolLookup } from './call-views';

/** The tools of a host and the machinery that runs them: the part of `lib/tools` that loads after the page. */
export interface ToolKit extends ToolLookup {
  /** As the brain is told of them. */
  readonly forms: readonly ApiTool[];
  /** A dispatcher over these tools, each changed by `wrap`. */
  dispatcher(options: Omit<DispatcherOptions, 'registry'>, wrap: (tool: AnyTool) => AnyTool): Dispatcher;
  readonly schedule: typeof schedule;
}

/** Loads `lib/tools` and makes a kit of these tools, or of the built-in ones. */
export async function loadToolKit(own?: readonly AnyTool[]): Promise<ToolKit> {
  const [library, { prepare }, { coreTools }] = await Promise.all([
    import('@/lib/tools'),
    import('@/lib/tools/dispatch/prepare'),
    import('@/lib/tools/builtin/core'),
  ]);
  const tools = own ?? coreTools;
  const registry = library.createRegistry(tools);
  return {
    forms: registry.tools.map(library.toApiTool),
    schedule: library.schedule,
    find: (name) => registry.find(name),
    prepare(call) {
      const prepared = prepare(registry, call);
      return prepared.ok ? prepared.value : undefined;
    },
    dispatcher: (options, wrap) =>
      library.createDispatcher({ ...options, registry: library.createRegistry(tools.map(wrap)) }),
  };
}
