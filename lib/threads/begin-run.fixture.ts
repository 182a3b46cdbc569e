import type { EventLog, Lease, RunStart } from './event-log';

/** Begins a run of a thread, which is created if it does not exist. Throws if it may not. */
export async function beginRun(
  log: EventLog,
  threadId: string,
  { owner = 'me', ...start }: Partial<RunStart> & { owner?: string } = {},
): Promise<Lease> {
  const seen = await log.create(threadId, owner);
  const begun = seen && (await log.begin(seen, { runId: 'r', ttlMs: 600_000, events: [], ...start }));
  if (!begun) throw new Error(`No run of ${threadId} may begin.`);
  return begun.lease;
}
