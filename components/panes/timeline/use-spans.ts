'use client';

import { useMemo } from 'react';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useNow } from '../../state/use-now';
import { agentSpans } from './agent-spans';
import { guardSpans } from './guard-spans';
import { nestedSpans } from './nested-spans';
import { isUnderWay, spansOf, type Span } from './spans';

/** Everything that happened in the thread. */
export function useSpans(): readonly Span[] {
  const text = useText('timeline');
  const turns = useClientState((state) => state.thread.turns);
  const calls = useClientState((state) => state.calls);
  const agents = useClientState((state) => state.agents);
  const now = useNow(useClientState((state) => state.calls.some(isUnderWay) || state.agents.some(({ live }) => live)));
  const notices = useClientState((state) => state.notices);
  const loop = useClientState((state) => state.thread.notices);
  const runs = useClientState((state) => state.thread.runs);
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
