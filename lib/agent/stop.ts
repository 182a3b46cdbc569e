import { EventType, type AGUIEvent } from '@ag-ui/core';
import { currentRun, unansweredCalls } from '@/lib/protocol';
import { isLive, type ThreadRecord } from '@/lib/threads';
import type { AgentPorts } from './ports';
import { resolveAll } from './resolve';
import { startEvents } from './start';

/** How often to check a run that was asked to stop, in milliseconds. */
const LOOK_MS = 15;

/**
 * Stops a thread: asks a live run to end, then answers every call still open with ABORTED in a run of its own. Resolves once
 * nothing runs and nothing is pending. `notRun`: ids of calls that the client certainly did not run. Undefined if the owner has no
 * such thread.
 */
export async function stopThread(
  ports: AgentPorts,
  threadId: string,
  owner: string,
  notRun?: readonly string[],
): Promise<{ stopped: boolean } | undefined> {
  const run = await endRun(ports, threadId, owner);
  if (!run) return undefined;
  if (run.replaced) return { stopped: true };
  const resolved = await resolvePending(ports, threadId, owner, notRun);
  return { stopped: run.wasLive || resolved };
}

/** Removes a thread once its run has ended, and what this process knows of it. False if the owner has no such thread. */
export async function removeThread(ports: AgentPorts, threadId: string, owner: string): Promise<boolean> {
  const run = await endRun(ports, threadId, owner);
  const removed = await ports.log.remove(threadId, owner);
  if (run && removed) {
    ports.histories.drop(run.thread);
    ports.exchanges?.drop(owner, threadId);
  }
  return removed;
}

/** Asks the live run to end, and waits for that. `replaced`: another run has begun meanwhile, which nobody asked to stop. */
async function endRun(
  ports: AgentPorts,
  threadId: string,
  owner: string,
): Promise<{ thread: ThreadRecord; wasLive: boolean; replaced?: boolean } | undefined> {
  const { log } = ports;
  const asked = await log.find(threadId, owner);
  if (!asked) return undefined;
  const runId = asked.lease?.runId;
  const wasLive = runId !== undefined && (await log.requestStop(threadId));
  while (wasLive) {
    const record = await log.find(threadId, owner);
    if (record?.lease && record.lease.runId !== runId) return { thread: asked, wasLive, replaced: true };
    if (!record || !isLive(record, ports.now())) break;
    await ports.sleep(LOOK_MS);
  }
  return { thread: asked, wasLive };
}

/** Answers the calls that no run will answer any more. False if there are none, or if a new run began first. */
async function resolvePending(
  ports: AgentPorts,
  threadId: string,
  owner: string,
  notRun: readonly string[] | undefined,
): Promise<boolean> {
  const { log, histories, leaseMs, now } = ports;
  const record = await log.find(threadId, owner);
  if (!record || isLive(record, now())) return false;
  const history = await histories.load(log, record);
  const { thread } = history;
  if (unansweredCalls(thread).length === 0 && currentRun(thread)?.status !== 'live') return false;
  const runId = crypto.randomUUID();
  const stamp = (event: AGUIEvent): AGUIEvent => ({ ...event, timestamp: now() });
  const events = startEvents(threadId, runId, history).map(stamp);
  const begun = await log.begin(record, { runId, ttlMs: leaseMs, events });
  // Something came in between: look again.
  if (!begun) return resolvePending(ports, threadId, owner, notRun);
  history.add(begun.entries);
  const { language } = record.options;
  const end: AGUIEvent = { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: 'cancelled' } };
  const results = resolveAll(history.thread, 'stopped', language, notRun);
  history.add(await log.finish(begun.lease, [...results, end].map(stamp)));
  return true;
}
