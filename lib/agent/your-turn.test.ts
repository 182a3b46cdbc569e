import { EventType, type RunAgentInput } from '@ag-ui/core';
import { humanModel } from '@/lib/models/human';
import { currentRun, TurnRequestSchema, YOUR_TURN } from '@/lib/protocol';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  inputOf,
  openTestThread,
  outcomeOf,
  OWNER,
  result,
  resultsOf,
  THREAD,
  user,
  type TestThread,
} from './agent.fixture';

let test: TestThread;
beforeEach(async () => {
  test = await openTestThread(() => []);
  test.ports.createModel = (_options, _secrets, overrides) => humanModel(overrides?.turn);
});
afterEach(() => test.dispose());

const TOOLS: RunAgentInput['tools'] = [{ name: 'Read', description: 'Reads.', parameters: { type: 'object' } }];
const CALL = { name: 'Read', arguments: '{"path":' };

/** A run that answers the interrupt the thread waits at. */
async function answer(runId: string, payload?: unknown, more: Partial<RunAgentInput> = {}) {
  const interruptId = currentRun(await test.thread())?.interrupts?.[0]?.id ?? 'none';
  return inputOf(runId, [], { tools: TOOLS, resume: [{ interruptId, status: 'resolved', payload }], ...more });
}

async function asked() {
  const [interrupt] = currentRun(await test.thread())?.interrupts ?? [];
  return { reason: interrupt?.reason, ...TurnRequestSchema.parse(interrupt?.metadata?.toolyard) };
}

describe('a person as the model', () => {
  it('is asked with what a model would see, and the answer is the turn', async () => {
    await test.run(inputOf('1', [user('u')], { tools: TOOLS }));
    expect(await asked()).toMatchObject({
      reason: YOUR_TURN,
      tools: ['Read'],
      news: [{ from: 'user', text: 'hello' }],
    });
    const events = await test.run(await answer('2', { text: 'I look.', calls: [CALL, CALL] }));
    expect(outcomeOf(events)).toMatchObject({ type: 'success', pendingToolCallIds: ['human_1_1', 'human_1_2'] });
    const { messages, calls } = await test.thread();
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'I look.' });
    expect(calls.human_1_1).toMatchObject({ name: 'Read', args: CALL.arguments, complete: true });
  });

  it('is asked again once the client has answered, with the results alone', async () => {
    await test.run(inputOf('1', [user('u')]));
    await test.run(await answer('2', { calls: [CALL] }));
    const events = await test.run(inputOf('3', [result('human_1_1', 'INVALID_ARGS: no')]));
    expect(outcomeOf(events)).toMatchObject({ type: 'interrupt' });
    expect((await asked()).news).toEqual([{ from: 'tool', text: 'INVALID_ARGS: no' }]);
    const end = await test.run(await answer('4', { text: 'Done.' }));
    expect(outcomeOf(end)).toMatchObject({ type: 'success', pendingToolCallIds: [] });
    expect(resultsOf(await test.events())).toEqual(['human_1_1']);
  });

  it('cannot answer twice, nor what nobody asked: such an answer is refused, and not lost in silence', async () => {
    await test.run(inputOf('1', [user('u')]));
    const first = await answer('2', { text: 'A' });
    await test.run(first);
    for (const interruptId of [first.resume?.[0]?.interruptId ?? '', 'none']) {
      const again = inputOf('3', [], { resume: [{ interruptId, status: 'resolved', payload: { text: 'B' } }] });
      expect(await test.post(again)).toMatchObject({
        status: 400,
        problem: {
          issues: [{ path: 'resume.0.interruptId', message: `No interrupt ${interruptId} waits for an answer` }],
        },
      });
    }
    expect((await test.thread()).messages.filter(({ role }) => role === 'assistant')).toHaveLength(1);
  });

  it('is answered on no thread that nobody has spoken on', async () => {
    const resume = [{ interruptId: 'i', status: 'resolved' as const, payload: { text: 'B' } }];
    for (const messages of [[], [user('u')]])
      expect(await test.post(inputOf('1', messages, { resume }))).toMatchObject({
        status: 400,
        problem: { issues: [{ path: 'resume.0.interruptId', message: 'No interrupt i waits for an answer' }] },
      });
  });

  it('hands back: a resume without a turn lets another model speak', async () => {
    await test.run(inputOf('1', [user('u')]));
    test.ports.createModel = () => humanModel({ text: 'Another.', calls: [] });
    await test.run(await answer('2'));
    expect((await test.thread()).messages.at(-1)).toMatchObject({ content: 'Another.' });
  });

  it.each([
    ['a turn that is none', 'text', 'payload'],
    ['a call without a name', { calls: [{ arguments: '{}' }] }, 'payload.calls.0.name'],
    ['a field too many', { says: 'x' }, 'payload'],
  ])('refuses %s', async (_, payload, path) => {
    await test.run(inputOf('1', [user('u')]));
    const refused = await test.post(await answer('2', payload));
    expect(refused).toMatchObject({ ok: false, status: 400, problem: { issues: [{ path: `resume.0.${path}` }] } });
    expect(currentRun(await test.thread())?.status).toBe('interrupt');
  });

  it('is asked again when the process dies in the middle of the turn', async () => {
    await test.run(inputOf('1', [user('u')]));
    const begun = [{ type: EventType.RUN_STARTED, threadId: THREAD, runId: 'dead' } as const];
    await beginRun(test.ports.log, THREAD, { owner: OWNER, runId: 'dead', ttlMs: 10, events: begun });
    test.advance(20);
    const events = await test.run(inputOf('2'));
    expect(outcomeOf(events)).toMatchObject({ type: 'interrupt' });
  });
});
