import { EventType, PROTOCOL_VERSION, type AGUIEvent } from '@ag-ui/core';
import { currentLeg, unansweredCalls } from '@/lib/protocol';
import type { AgentPorts } from './ports';
import { settleAll } from './settle';
import { stamped } from './stamped';
import { takeoverEvents } from './takeover';

/** How often a leg that was asked to stop is looked at, milliseconds. */
const LOOK_MS = 15;

/**
 * Stops a thread: a live leg is asked to end, and every call still open afterwards is settled as ABORTED in a leg of its
 * own. Resolves once nothing runs and nothing is pending. Undefined where the owner has no such thread.
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
      // Another leg has begun meanwhile: that one nobody asked to stop.
      if (lease && lease.runId !== runId) return { stopped: true };
      if (!lease || lease.expiresAt <= ports.now()) break;
      await ports.sleep(LOOK_MS);
    }
  }
  const settled = await settlePending(ports, threadId);
  return { stopped: live || settled };
}

/** Ends what no leg is left to end. False if there was nothing, or a new leg is faster. */
async function settlePending(ports: AgentPorts, threadId: string): Promise<boolean> {
  const { log, histories } = ports;
  const { thread } = await histories.load(log, threadId);
  if (unansweredCalls(thread).length === 0 && currentLeg(thread)?.status !== 'live') return false;
  const runId = crypto.randomUUID();
  const answer = await log.acquire(threadId, runId, ports.leaseMs, ({ entries }) =>
    takeoverEvents(threadId, runId, entries, ports.now()),
  );
  if (!answer.ok) return false;
  const now = await histories.load(log, threadId);
  const started = currentLeg(now.thread)?.runId === runId;
  const events: AGUIEvent[] = [
    ...(started ? [] : [{ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION } as const]),
    ...settleAll(now.thread, 'stopped'),
    { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: 'cancelled' } },
  ];
  await log.append(
    answer.lease,
    events.map((event) => stamped(event, ports.now())),
  );
  await log.release(answer.lease);
  return true;
}
