import { setTimeout as sleep } from 'node:timers/promises';
import { currentRun, emptyThread, pendingCalls, unansweredCalls } from '@/lib/protocol';
import type { Model } from '@/lib/models/model';
import { openSqliteLog } from '@/lib/threads/sqlite';
import { DEFAULT_LIMITS, Histories, startRun, type AgentPorts } from '..';

/**
 * A server and its client in one process, which a test may kill or suspend at any moment: node <this> <file> <thread>
 * <lease>.
 */
const [file = '', threadId = '', lease = ''] = process.argv.slice(2);
const leaseMs = Number(lease);

/** Says something, slowly, and makes two calls unless it has results to comment on. */
const model: Model = {
  name: 'slow',
  async *turn({ messages }) {
    const answered = messages.at(-1)?.role === 'tool';
    for (const delta of ['one ', 'two ', 'three ']) {
      yield [{ type: 'text', delta }];
      await sleep(5);
    }
    if (!answered) {
      for (const id of ['a', 'b']) {
        yield [{ type: 'call-start', id, name: 'Read' }];
        await sleep(3);
        yield [{ type: 'call-args', id, delta: '{"path":"a"}' }];
        yield [{ type: 'call-end', id }];
      }
    }
    const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
    yield [{ type: 'stop', reason: answered ? 'end' : 'tool_calls', usage }];
  },
};

const ports: AgentPorts = {
  log: openSqliteLog(file),
  histories: new Histories(),
  createModel: () => model,
  costOf: () => 0,
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  leaseMs,
  limits: { ...DEFAULT_LIMITS, maxTurns: Number.MAX_SAFE_INTEGER },
};

for (;;) {
  const found = await ports.log.find(threadId, 'me');
  const thread = found ? (await ports.histories.load(ports.log, found)).thread : emptyThread;
  const answers = pendingCalls(thread).map(({ id }) => ({
    id: `result of ${id}`,
    role: 'tool' as const,
    toolCallId: id,
    content: 'ok',
  }));
  const idle = currentRun(thread)?.status !== 'live' && unansweredCalls(thread).length === 0;
  const said = idle ? [{ id: crypto.randomUUID(), role: 'user' as const, content: 'Go on.' }] : [];
  const input = { threadId, runId: crypto.randomUUID(), tools: [], context: [], state: {} };
  const answer = await startRun(ports, {
    owner: 'me',
    input: { ...input, messages: [...answers, ...said] },
    secrets: {},
  });
  if (answer.ok) await answer.run;
  else await sleep(10);
}
