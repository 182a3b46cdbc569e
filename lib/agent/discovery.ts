import type { Tool } from '@ag-ui/core';
import { ActivationSet, indexPrompt, isAlwaysActive, isToolSearch } from '@/lib/discovery';
import type { AgentOptions, CustomEventValue, ThreadState } from '@/lib/protocol';

/** What of a client's tools a model is shown in one turn. */
export interface ToolView {
  /** In the order of the pool. */
  tools: readonly Tool[];
  /** Names of tools whose form the provider keeps back until its own search finds them. */
  deferred: readonly string[];
  /** What the system prompt says of the tools that are not shown; empty where all are. */
  index: string;
}

/** How the options show tools; a client that brings no ToolSearch of ours cannot show them lazily. */
export function toolView(tools: readonly Tool[], { discovery }: AgentOptions, thread: ThreadState): ToolView {
  if (discovery === 'deferred') {
    const active = activationOf(tools, thread);
    const shown = tools.filter((tool) => !isToolSearch(tool));
    return {
      tools: shown,
      deferred: shown.flatMap(({ name }) => (active.has(name) ? [] : [name])),
      index: '',
    };
  }
  if (discovery !== 'lazy' || !tools.some(isToolSearch)) return { tools, deferred: [], index: '' };
  const active = activationOf(tools, thread);
  return { tools: tools.filter(({ name }) => active.has(name)), deferred: [], index: indexPrompt(tools) };
}

/** Whether the options hold some tools back at all. */
export const holdsBack = (tools: readonly Tool[], { discovery }: AgentOptions): boolean =>
  discovery === 'deferred' || (discovery === 'lazy' && tools.some(isToolSearch));

/** What is active in a thread, among the tools there are now. */
export function activationOf(tools: readonly Tool[], { active = [] }: ThreadState): ActivationSet {
  const names = new Set(tools.map(({ name }) => name));
  return new ActivationSet(
    tools.filter(isAlwaysActive).map(({ name }) => name),
    active.filter((name) => names.has(name)),
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
