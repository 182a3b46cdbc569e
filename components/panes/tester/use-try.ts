'use client';

import type { TriedCall } from '@/lib/client/executor/tool-state';
import type { Client } from '@/lib/client/state';
import type { FileChanges } from '@/lib/client/workspace/file-changes';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAct } from '../../state/page-context';

/** A call by hand that has ended. */
export interface SettledCall extends TriedCall {
  readonly resolved: ResolvedCall;
  /** What it did to the files. */
  readonly changes: FileChanges;
}

type TryState = { phase: 'idle' } | { phase: 'running' } | ({ phase: 'settled' } & SettledCall);

/** Characters of running output that are kept to be shown. */
const SHOWN_OUTPUT = 20_000;

export interface Try {
  /** What is called may take calls of its own to find out. */
  run: (call: (client: Client, signal: AbortSignal) => Promise<TriedCall>) => void;
  stop: () => void;
  state: TryState;
  /** What the call has put out so far. */
  output: string;
}

/** Runs one call at a time. A pane that goes away stops what it runs. */
export function useTry(onSettled?: (call: SettledCall) => void): Try {
  const act = useAct();
  const [state, setState] = useState<TryState>({ phase: 'idle' });
  const [output, setOutput] = useState('');
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const run: Try['run'] = (prepare) => {
    stop();
    const own = new AbortController();
    running.current = own;
    setState({ phase: 'running' });
    setOutput('');
    const hear = (text: string): void => {
      if (running.current === own) setOutput((before) => (before + text).slice(-SHOWN_OUTPUT));
    };
    act(async (client) => {
      const changed = await client.rememberFiles();
      const call = await prepare(client, own.signal);
      const resolved = await client.tryCall(call, own.signal, hear);
      const changes = await changed(resolved.result.diff);
      const settled = { ...call, resolved, changes };
      onSettled?.(settled);
      if (running.current === own) setState({ phase: 'settled', ...settled });
    });
  };
  return { run, stop, state, output };
}
