import type { RunResponse } from '@/lib/client/run-client';
import type { Exchange } from '@/lib/protocol';
import { useEffect, useState } from 'react';
import { useAct } from '../../state/page-context';

/** A thread's exchanges with models, fetched again whenever `version` changes. Undefined until they have loaded. */
export function useExchanges(threadId: string, version: string): RunResponse<readonly Exchange[]> | undefined {
  const act = useAct();
  const [answer, setAnswer] = useState<RunResponse<readonly Exchange[]>>();
  useEffect(() => {
    let over = false;
    act(async (client) => {
      const next = await client.exchanges(threadId);
      if (!over) setAnswer(next);
    });
    return () => {
      over = true;
    };
  }, [act, threadId, version]);
  return answer;
}
