import type { CallView } from '../state';
import type { AgentView } from '../agent-view';

/** A thread's calls and those of its sub-agents, in the order they ended; the same list until one of them changes. */
export function createCallsOfAll(): (calls: readonly CallView[], agents: readonly AgentView[]) => readonly CallView[] {
  let known: { calls: readonly CallView[]; lists: readonly (readonly CallView[])[] } | undefined;
  let all: readonly CallView[] = [];
  return (calls, agents) => {
    const lists = agents.map((agent) => agent.calls).filter((own) => own.length > 0);
    if (lists.length === 0) return calls;
    const same =
      known?.calls === calls &&
      known.lists.length === lists.length &&
      known.lists.every((list, index) => list === lists[index]);
    if (!same) all = [...calls, ...lists.flat()].toSorted((a, b) => endOf(a) - endOf(b));
    known = { calls, lists };
    return all;
  };
}

const endOf = ({ timings }: CallView): number => timings?.endedAt ?? Number.POSITIVE_INFINITY;
