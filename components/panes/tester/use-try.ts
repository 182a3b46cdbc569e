'use client';

import type { TriedCall } from '@/lib/client/tool-state';
import type { Client } from '@/lib/client/state';
import type { FileChanges } from '@/lib/client/workspace/file-changes';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAct } from '../../state/page-context';

/** A finished call made by hand. */
export interface SettledCall extends TriedCall {
  readonly resolved: ResolvedCall;
  /** Its changes to files. */
  readonly changes: FileChanges;
}

type TryState = { phase: 'idle' } | { phase: 'running' } | ({ phase: 'settled' } & SettledCall);

/** The most characters of running output kept for display. */
const SHOWN_OUTPUT = 20_000;

export interface Try {
  /** Runs the call that the function returns; the function may first make calls of its own to prepare it. */
  run: (call: (client: Client, signal: AbortSignal) => Promise<TriedCall>) => void;
  stop: () => void;
  state: TryState;
  /** The call's output so far. */
  output: string;
}

/** Runs one call at a time. Unmounting the pane stops its call. */
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
