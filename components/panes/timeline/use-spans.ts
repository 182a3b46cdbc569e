'use client';

import type { CallView } from '@/lib/client/state';
import { useCallback, useMemo } from 'react';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useCallTitle } from '../../state/use-call-title';
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
  const titled = useTitled();
  const said = useSaid('note');
  const given = useClientState((state) => state.calls);
  const calls = useMemo(() => titled(given), [titled, given]);
  const known = useClientState((state) => state.agents);
  const agents = useMemo(() => known.map((agent) => ({ ...agent, calls: titled(agent.calls) })), [titled, known]);
  const now = useNow(useClientState((state) => state.calls.some(isUnderWay) || state.agents.some(({ live }) => live)));
  const notices = useClientState((state) => state.notices);
  const loop = useClientState((state) => state.thread.notices);
  const runs = useClientState((state) => state.thread.runs);
  const guards = useMemo(
    () => guardSpans({ calls, notices, thread: { notices: loop, runs } }, text, said),
    [calls, notices, loop, runs, text, said],
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
