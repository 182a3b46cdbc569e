'use client';

import type { TriedCall } from '@/lib/host/tool-state';
import type { SettledCall } from '@/lib/tools/dispatch';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAct } from '../../state/page-context';

export type TryState =
  | { phase: 'idle' }
  | { phase: 'running' }
  | { phase: 'settled'; args: string; settled: SettledCall };

/** Runs one call at a time. A pane that goes away stops what it runs. */
export function useTry(): { run: (call: TriedCall) => void; stop: () => void; state: TryState } {
  const act = useAct();
  const [state, setState] = useState<TryState>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const run = (call: TriedCall): void => {
    stop();
    const own = new AbortController();
    running.current = own;
    setState({ phase: 'running' });
    act(async (host) => {
      const settled = await host.tryCall(call, own.signal);
      if (running.current === own) setState({ phase: 'settled', args: call.args, settled });
    });
  };
  return { run, stop, state };
}
