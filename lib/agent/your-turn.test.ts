import { EventType, type RunAgentInput } from '@ag-ui/core';
import { humanModel } from '@/lib/models/human';
import { currentLeg, TurnRequestSchema, YOUR_TURN } from '@/lib/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputOf, openBench, outcomeOf, result, resultsOf, THREAD, user, type Bench } from './agent.fixture';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench(() => []);
  bench.ports.createModel = (_options, _secrets, given) => humanModel(given?.turn);
});
afterEach(() => bench.dispose());

const TOOLS: RunAgentInput['tools'] = [{ name: 'Read', description: 'Reads.', parameters: { type: 'object' } }];
const CALL = { name: 'Read', arguments: '{"path":' };

/** A leg that answers the interrupt the thread waits at. */
async function answer(runId: string, payload?: unknown, more: Partial<RunAgentInput> = {}) {
  const interruptId = currentLeg(await bench.thread())?.interrupts?.[0]?.id ?? 'none';
  return inputOf(runId, [], { tools: TOOLS, resume: [{ interruptId, status: 'resolved', payload }], ...more });
}

async function asked() {
  const [interrupt] = currentLeg(await bench.thread())?.interrupts ?? [];
  return { reason: interrupt?.reason, ...TurnRequestSchema.parse(interrupt?.metadata?.toolyard) };
}

describe('a person as the model', () => {
  it('is asked with what a model would see, and the answer is the turn', async () => {
    await bench.run(inputOf('1', [user('u')], { tools: TOOLS }));
    expect(await asked()).toMatchObject({
      reason: YOUR_TURN,
      tools: ['Read'],
      news: [{ from: 'user', text: 'hello' }],
    });
    const events = await bench.run(await answer('2', { text: 'I look.', calls: [CALL, CALL] }));
    expect(outcomeOf(events)).toMatchObject({ type: 'success', pendingToolCallIds: ['human_1_1', 'human_1_2'] });
    const { messages, calls } = await bench.thread();
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'I look.' });
    expect(calls.human_1_1).toMatchObject({ name: 'Read', args: CALL.arguments, complete: true });
  });

  it('is asked again once the hands have answered, with the results alone', async () => {
    await bench.run(inputOf('1', [user('u')]));
    await bench.run(await answer('2', { calls: [CALL] }));
    const events = await bench.run(inputOf('3', [result('human_1_1', 'INVALID_ARGS: no')]));
    expect(outcomeOf(events)).toMatchObject({ type: 'interrupt' });
    expect((await asked()).news).toEqual([{ from: 'tool', text: 'INVALID_ARGS: no' }]);
    const end = await bench.run(await answer('4', { text: 'Done.' }));
    expect(outcomeOf(end)).toMatchObject({ type: 'success', pendingToolCallIds: [] });
    expect(resultsOf(await bench.events())).toEqual(['human_1_1']);
  });

  it('cannot answer twice: the second answer waits for its own question', async () => {
    await bench.run(inputOf('1', [user('u')]));
    const first = await answer('2', { text: 'A' });
    await bench.run(first);
    await bench.run({ ...first, runId: '3' });
    expect((await bench.thread()).messages.filter(({ role }) => role === 'assistant')).toHaveLength(1);
  });

  it('hands back: a resume without a turn lets another model speak', async () => {
    await bench.run(inputOf('1', [user('u')]));
    bench.ports.createModel = () => humanModel({ text: 'Another.', calls: [] });
    await bench.run(await answer('2'));
    expect((await bench.thread()).messages.at(-1)).toMatchObject({ content: 'Another.' });
  });

  it.each([
    ['a turn that is none', 'text', 'payload'],
    ['a call without a name', { calls: [{ arguments: '{}' }] }, 'payload.calls.0.name'],
    ['a field too many', { says: 'x' }, 'payload'],
  ])('refuses %s', async (_, payload, path) => {
    await bench.run(inputOf('1', [user('u')]));
    const refused = await bench.post(await answer('2', payload));
    expect(refused).toMatchObject({ ok: false, status: 400, problem: { issues: [{ path: `resume.0.${path}` }] } });
    expect(currentLeg(await bench.thread())?.status).toBe('interrupt');
  });

  it('is asked again when the process dies in the middle of the turn', async () => {
    await bench.run(inputOf('1', [user('u')]));
    const { log } = bench.ports;
    const dead = await log.acquire(THREAD, 'dead', 10, () => []);
    if (!dead.ok) throw new Error('the thread is free');
    await log.append(dead.lease, [{ type: EventType.RUN_STARTED, threadId: THREAD, runId: 'dead' }]);
    bench.advance(20);
    const events = await bench.run(inputOf('2'));
    expect(outcomeOf(events)).toMatchObject({ type: 'interrupt' });
  });
});
