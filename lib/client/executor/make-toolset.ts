import { RESULT_TEXT_LIMIT } from '@/lib/protocol';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { createDispatcher } from '@/lib/tools/dispatch';
import { prepare, preparing } from '@/lib/tools/dispatch/prepare';
import { flagsWithout } from '@/lib/tools/feature-flags';
import { createHookRunner, permissionHooks } from '@/lib/tools/hooks';
import { assembleToolPool } from '@/lib/tools/pool';
import { filterTools, type ToolFilter } from '@/lib/tools/pool/filter-tools';
import { findPreset, presetTools } from '@/lib/tools/presets';
import { createRateLimiter } from '@/lib/tools/dispatch/limits';
import { createRegistry } from '@/lib/tools/registry';
import { schedule } from '@/lib/tools/schedule';
import { systemOf } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import type { ToolSettings } from '../settings/tool-settings';
import { toDynamicTool } from './dynamic-tool';
import type { Guards, GuardOptions, ThreadDispatching, Toolset, ToolsetFactory, ToolsetOptions } from './toolset';

/** Makes toolsets. Imports all of `lib/tools`, so this file loads after the page. */
export function toolsetFactory({ tools: ours = builtinTools, ...options }: ToolsetOptions): ToolsetFactory {
  const guards = createGuards(options);
  return ({ settings, preset, provider, missing, dynamicTools, own = [], filter = {}, ...parts }) => {
    const system = findPreset(preset);
    const filed = fileUnder({ ...parts.categories, ...settings.categories });
    const builtin = filed(system ? presetTools(system, ours) : ours);
    const custom = filed([...own, ...dynamicTools.map((tool) => toDynamicTool(tool, options.codeRunner))]);
    const mcp = filed(parts.mcp ?? []);
    const { entries: pool, tools: on } = assembleToolPool({
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
    const all = createRegistry(pool.map(({ tool }) => tool));
    const active = createRegistry(pool);
    const dispatcher: Toolset['dispatcher'] = (given) => createDispatcher({ ...guards, ...given, registry: active });
    const { steps, scheduling } = dispatcher(NOBODY);
    const ways = systemOf(builtin);
    return {
      pool,
      on,
      declarations: on.map(toApiTool),
      schedule,
      guards,
      canUseTool: () => permissionHooks(guards.hooks, all.find),
      find: all.find,
      prepare: preparing(all, ways),
      steps,
      scheduling,
      system: ways,
      stepNames: steps.map(({ name }) => name),
      check: (call) => prepare(active, call),
      checkDraft: (draft) => void createRegistry([toDynamicTool(draft, options.codeRunner)]),
      dispatcher,
    };
  };
}

/** Sets the categories that a person gave to tools; returns the same list if there are none. */
const fileUnder =
  (categories: ToolSettings['categories']) =>
  (tools: readonly AnyTool[]): readonly AnyTool[] =>
    tools.some(({ name }) => Object.hasOwn(categories, name))
      ? tools.map((tool) => ({ ...tool, category: categories[tool.name] ?? tool.category }))
      : tools;

/** Names of tools that an agent does not get. A preset's tool can be named by its own name or by its executor's. */
const excluded = (tools: readonly AnyTool[], { allow, deny }: ToolFilter): string[] =>
  tools.flatMap(({ name, executor = name }) => {
    const names = [{ name }, { name: executor }];
    const given = filterTools(names, { allow }).length > 0 && filterTools(names, { deny }).length === names.length;
    return given ? [] : [name];
  });

/** For a dispatcher that is only inspected. */
const NOBODY: ThreadDispatching = {
  permissions: {
    mode: () => 'default',
    rules: () => [],
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    allowAlways: () => undefined,
  },
  contextFor: () => ({ threadId: '', writeRoots: [] }),
};

/** Room for additions to a result after it was cut: a retry hint. */
const ADDED_BYTES = 1024;

const createGuards = ({ hooks, limits, codeRunner }: GuardOptions): Guards => ({
  hooks: createHookRunner({ hooks, codeRunner }),
  limiter: createRateLimiter({ limits }),
  // The limit for posting, so that a result is cut, and says so, only once.
  maxTextBytes: RESULT_TEXT_LIMIT - ADDED_BYTES,
});
