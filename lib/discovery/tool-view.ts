import type { Tool } from '@ag-ui/core';
import type { AgentOptions, CustomEventValue } from '@/lib/protocol';
import { ActivationSet } from './activation-set';
import { indexPrompt } from './token-figures';
import { isAlwaysActive, isToolSearch } from './tool-search';

type Discovery = AgentOptions['discovery'];

/** What of a pool a model is shown in one turn. */
export interface ToolView {
  /** In the order of the pool. */
  tools: readonly Tool[];
  /** Names of tools whose form the provider keeps back until its own search finds them. */
  deferred: readonly string[];
  /** What the system prompt says of the tools that are not shown; empty where all are. */
  index: string;
}

/** Shows a pool as `discovery` says, with the tools that were found or used; one without ToolSearch cannot be shown lazily. */
export function toolView(pool: readonly Tool[], discovery: Discovery, used?: readonly string[]): ToolView {
  if (discovery === 'deferred') {
    const active = activationOf(pool, used);
    const shown = pool.filter((tool) => !isToolSearch(tool));
    return {
      tools: shown,
      deferred: shown.flatMap(({ name }) => (active.has(name) ? [] : [name])),
      index: '',
    };
  }
  if (!holdsBack(pool, discovery)) return { tools: pool, deferred: [], index: '' };
  const active = activationOf(pool, used);
  return { tools: pool.filter(({ name }) => active.has(name)), deferred: [], index: indexPrompt(pool) };
}

/** Whether some tools are held back at all. */
export const holdsBack = (pool: readonly Tool[], discovery: Discovery): boolean =>
  discovery === 'deferred' || (discovery === 'lazy' && pool.some(isToolSearch));

/** What is active among the tools there are now, of those that were used. */
export function activationOf(pool: readonly Tool[], used: readonly string[] = []): ActivationSet {
  const names = new Set(pool.map(({ name }) => name));
  return new ActivationSet(
    pool.filter(isAlwaysActive).map(({ name }) => name),
    used.filter((name) => names.has(name)),
  );
}

/** Activates tools; undefined where all of them were active already. */
export function activate(
  set: ActivationSet,
  names: readonly string[],
): CustomEventValue<'toolyard.activation'> | undefined {
  const { added, evicted } = set.activate(names);
  if (added.length === 0 && evicted.length === 0) return undefined;
  return { active: [...set.active], added: [...added], evicted: [...evicted] };
}
