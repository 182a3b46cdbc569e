import { EventType, type AGUIEvent } from '@ag-ui/core';
import { afterAll, bench, describe } from 'vitest';
import { calls, inputOf, openTestThread, OWNER, result, says, user } from './agent.fixture';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { startRun } from './start';

/** Events in a thread; a run with one call has ten of them. */
const LENGTHS = [10, 20_000];
const EVENTS_A_RUN = 10;

const test = await openTestThread(({ messages }) => (messages.at(-1)?.role === 'tool' ? says('done') : calls('c')));
afterAll(() => test.dispose());

for (const length of LENGTHS) await fill(`t${length}`, length);

async function fill(threadId: string, length: number): Promise<void> {
  const { log } = test.ports;
  const lease = await beginRun(log, threadId, { owner: OWNER });
  for (let run = 0; run < length / EVENTS_A_RUN; run += 1) await log.append(lease, runOf(threadId, run));
  await log.finish(lease, []);
}

function runOf(threadId: string, run: number): AGUIEvent[] {
  const [runId, messageId, toolCallId] = [`r${run}`, `m${run}`, `c${run}`];
  const figures = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cost: 0, startedAt: 0, endedAt: 0 };
  return [
    { type: EventType.RUN_STARTED, threadId, runId },
    { type: EventType.TEXT_MESSAGE_START, messageId: `u${run}`, role: 'user' },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId: `u${run}`, delta: 'Read the file.' },
    { type: EventType.TEXT_MESSAGE_END, messageId: `u${run}` },
    { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: 'Read', parentMessageId: messageId },
    { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: '{"file_path":"a.ts"}' },
    { type: EventType.TOOL_CALL_END, toolCallId },
    { type: EventType.CUSTOM, name: 'toolyard.turn', value: { stop: 'tool_calls', model: 'm', ...figures } },
    { type: EventType.TOOL_CALL_RESULT, messageId: `x${run}`, toolCallId, content: 'the text' },
    { type: EventType.RUN_FINISHED, threadId, runId },
  ];
}

let runs = 0;

/** A run in which a person speaks and the model makes a call, then the run that brings its result. */
async function callOnce(threadId: string): Promise<void> {
  runs += 1;
  const post = async (input: Parameters<typeof inputOf>[1]): Promise<void> => {
    const answer = await startRun(test.ports, {
      owner: OWNER,
      input: inputOf(`b${(runs += 1)}`, input, { threadId }),
      secrets: {},
    });
    if (!answer.ok) throw new Error(answer.problem.message);
    await answer.run;
  };
  await post([user(`u-b${runs}`)]);
  const { thread } = await test.history(threadId);
  await post([{ ...result(thread.callOrder.at(-1) ?? ''), id: `x-b${runs}` }]);
}

describe('a call and its result', () => {
  for (const length of LENGTHS)
    bench(`on a thread of ${length} events`, () => callOnce(`t${length}`), { iterations: 100 });
});
