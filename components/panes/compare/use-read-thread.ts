'use client';

import { readThread, type ReadThread } from '@/lib/client/comparison/read-thread';
import type { RunResponse } from '@/lib/client/run-client';
import { useEffect, useState } from 'react';

/** A thread of this browser; undefined if none is chosen, and until it has been read. */
export function useReadThread(id: string | undefined): RunResponse<ReadThread> | undefined {
  const [read, setRead] = useState<{ id: string; answer: RunResponse<ReadThread> }>();
  useEffect(() => {
    if (id === undefined) return;
    const left = new AbortController();
    const load = async (): Promise<void> => {
      const answer = await readThread(id, { fetch: (...args) => fetch(...args), signal: left.signal });
      if (!left.signal.aborted) setRead({ id, answer });
    };
    void load();
    return () => left.abort();
  }, [id]);
  return read?.id === id ? read?.answer : undefined;
}
