'use client';

import type { CallView } from '@/lib/client/state';
import { useCallback, useMemo } from 'react';
import { useText } from '../../messages/use-text';
import { useCallTitle } from '../../state/use-call-title';
import { useNow } from '../../state/use-now';
import { usePacedState } from '../../state/use-paced-state';
import { agentSpans } from './agent-spans';
import { guardSpans } from './guard-spans';
import { nestedSpans } from './nested-spans';
import { isUnderWay, spansOf, type Span } from './spans';

/** Everything that happened in the thread. */
export function useSpans(): readonly Span[] {
  const text = useText('timeline');
  const turns = usePacedState((state) => state.thread.turns);
  const titled = useTitled();
  const given = usePacedState((state) => state.calls);
  const calls = useMemo(() => titled(given), [titled, given]);
  const known = usePacedState((state) => state.agents);
  const agents = useMemo(() => known.map((agent) => ({ ...agent, calls: titled(agent.calls) })), [titled, known]);
  const now = useNow(usePacedState((state) => state.calls.some(isUnderWay) || state.agents.some(({ live }) => live)));
  const notices = usePacedState((state) => state.notices);
  const loop = usePacedState((state) => state.thread.notices);
  const runs = usePacedState((state) => state.thread.runs);
  const guards = useMemo(
    () => guardSpans({ calls, notices, thread: { notices: loop, runs } }, text),
    [calls, notices, loop, runs, text],
  );
  const nested = useMemo(() => nestedSpans(calls, text), [calls, text]);
  return useMemo(
    () => [...spansOf(turns, calls, now, text), ...nested, ...agentSpans(agents, now, text), ...guards],
    [turns, calls, nested, agents, now, guards, text],
  );
}

/** Gives calls their titles in the page's language. */
function useTitled(): (calls: readonly CallView[]) => CallView[] {
  const titleOf = useCallTitle();
  return useCallback((calls) => calls.map((call) => ({ ...call, title: titleOf(call) })), [titleOf]);
}
