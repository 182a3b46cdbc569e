import type { ThreadSummary } from '@/lib/protocol';
import type { RunResponse } from './run-client';
import type { Wait } from './wait';

/** How long a run may say nothing before the server is asked whether it still lives, milliseconds. */
const QUIET_RUN_MS = 2_000;

export interface QuietOptions {
  wait: Wait;
  signal: AbortSignal;
  /** Sequence number of the last line that came. */
  seq: () => number;
  /** Something ought to come, and this tab would act where it does not. */
  waiting: () => boolean;
  /** This tab is at something meanwhile, and what the server says of the past does not matter. */
  busy: () => boolean;
  summary: () => Promise<RunResponse<ThreadSummary>>;
  /** The run is dead. */
  onDead: () => void;
  /** Nothing is live, and nothing more will come. */
  onOver: () => void;
}

/**
 * Asks after a run that says nothing, until `signal` aborts: it may be dead, its server gone, or gone before it logged
 * anything. Never rejects.
 */
export async function watchQuiet({ wait, signal, seq, waiting, busy, ...options }: QuietOptions): Promise<void> {
  let seen = seq();
  while (!signal.aborted) {
    await wait(QUIET_RUN_MS, signal);
    const quiet = seq() === seen;
    seen = seq();
    if (!quiet || busy() || !waiting() || signal.aborted) continue;
    const summary = await options.summary();
    if (!summary.ok || seq() !== seen || busy() || signal.aborted) continue;
    if (summary.value.orphaned) options.onDead();
    else if (!summary.value.live && summary.value.lastSeq <= seq()) options.onOver();
  }
}
