import { EventType, PROTOCOL_VERSION, type AGUIEvent } from '@ag-ui/core';
import { currentRun, unansweredCalls, type Language } from '@/lib/protocol';
import type { AgentPorts } from './ports';
import { resolveAll } from './resolve';
import { takeOver } from './validate-input';

/** How often to check a run that was asked to stop, in milliseconds. */
const LOOK_MS = 15;

/**
 * Stops a thread: asks a live run to end, then answers every call still open with ABORTED in a run of its own. Resolves once
 * nothing runs and nothing is pending. Undefined if the owner has no such thread.
 */
export async function stopThread(
  ports: AgentPorts,
  threadId: string,
  owner: string,
): Promise<{ stopped: boolean } | undefined> {
  const { log } = ports;
  const asked = await log.find(threadId, owner);
  if (!asked) return undefined;
  const runId = asked.lease?.runId;
  const live = runId !== undefined && (await log.requestStop(threadId));
  if (live) {
    for (;;) {
      const { lease } = (await log.find(threadId, owner)) ?? asked;
      // Another run has begun meanwhile, which nobody asked to stop.
      if (lease && lease.runId !== runId) return { stopped: true };
      if (!lease || lease.expiresAt <= ports.now()) break;
      await ports.sleep(LOOK_MS);
    }
  }
  const resolved = await resolvePending(ports, threadId, asked.options.language);
  return { stopped: live || resolved };
}

/** Stops a thread, and removes it and what this process knows of it. False if the owner has no such thread. */
export async function removeThread(ports: AgentPorts, threadId: string, owner: string): Promise<boolean> {
  await stopThread(ports, threadId, owner);
  const removed = await ports.log.remove(threadId, owner);
  if (removed) {
    ports.histories.drop(threadId);
    ports.exchanges?.drop(owner, threadId);
  }
  return removed;
}

/** Answers the calls that no run will answer any more. False if there are none, or if a new run took the lease first. */
async function resolvePending(ports: AgentPorts, threadId: string, language?: Language): Promise<boolean> {
  const { log, histories } = ports;
  const before = await histories.load(log, threadId);
  const { thread } = before;
  if (unansweredCalls(thread).length === 0 && currentRun(thread)?.status !== 'live') return false;
  const runId = crypto.randomUUID();
  const answer = await log.acquire(threadId, runId, ports.leaseMs, takeOver(threadId, runId, before, ports.now()));
  if (!answer.ok) return false;
  const now = await histories.load(log, threadId);
  const started = currentRun(now.thread)?.runId === runId;
  const events: AGUIEvent[] = [
    ...(started ? [] : [{ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION } as const]),
    ...resolveAll(now.thread, 'stopped', language),
    { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: 'cancelled' } },
  ];
  await log.finish(
    answer.lease,
    events.map((event) => ({ ...event, timestamp: ports.now() })),
  );
  return true;
}
