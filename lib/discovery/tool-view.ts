import type { Tool } from '@ag-ui/core';
import type { AgentOptions, CustomEventValue } from '@/lib/protocol';
import { ActivationSet } from './activation-set';
import { indexPrompt } from './token-figures';
import { isAlwaysActive, isToolSearch } from './tool-search';

type Discovery = AgentOptions['discovery'];

/** What a model is shown of a pool in one turn. */
export interface ToolView {
  /** In the order of the pool. */
  tools: readonly Tool[];
  /** Names of tools whose declaration the provider defers until its own search finds them. */
  deferred: readonly string[];
  /** What the system prompt says about tools that are not shown; empty if all are. */
  index: string;
}

/** The view of a pool under a discovery mode, with the tools found or used so far. A pool without ToolSearch is shown in full. */
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

/** Whether any tools are deferred. */
export const holdsBack = (pool: readonly Tool[], discovery: Discovery): boolean =>
  discovery === 'deferred' || (discovery === 'lazy' && pool.some(isToolSearch));

/** The active tools among those that exist now. */
export function activationOf(pool: readonly Tool[], used: readonly string[] = []): ActivationSet {
  const names = new Set(pool.map(({ name }) => name));
  return new ActivationSet(
    pool.filter(isAlwaysActive).map(({ name }) => name),
    used.filter((name) => names.has(name)),
  );
}

/** Activates tools; undefined if all of them were active already. */
export function activate(
  set: ActivationSet,
  names: readonly string[],
): CustomEventValue<'toolyard.activation'> | undefined {
  const { added, evicted } = set.activate(names);
  if (added.length === 0 && evicted.length === 0) return undefined;
  return { active: [...set.active], added: [...added], evicted: [...evicted] };
}
