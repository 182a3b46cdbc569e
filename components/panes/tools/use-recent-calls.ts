import type { RecentCall } from '@/lib/client/recent-calls';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useAct } from '../../state/page-context';
import { triedCalls } from '../tester/history';

const NONE: readonly RecentCall[] = [];

/** This browser's latest calls of a tool, in threads and by hand, newest first. */
export function useRecentCalls(tool: string): readonly RecentCall[] {
  const act = useAct();
  const tried = useStore(triedCalls);
  const [calls, setCalls] = useState(NONE);
  useEffect(() => {
    let left = false;
    act(async (client) => {
      const read = await client.recentCalls.of(tool);
      if (!left) setCalls(read);
    });
    return () => void (left = true);
  }, [act, tool, tried]);
  return calls;
}
