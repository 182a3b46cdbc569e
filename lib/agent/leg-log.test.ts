import { EventType, type AGUIEvent } from '@ag-ui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseLostError, type Lease } from '@/lib/threads';
import { openBench, OWNER, THREAD, typesOf, type Bench } from './agent.fixture';
import { emptyHistory } from './history';
import { LegLog } from './leg-log';

const text = (delta: string, messageId = 'm'): AGUIEvent => ({
  type: EventType.TEXT_MESSAGE_CONTENT,
  messageId,
  delta,
});
const args = (toolCallId: string, delta: string): AGUIEvent => ({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta });

describe('LegLog', () => {
  let bench: Bench;
  let lease: Lease;
  let failures: unknown[];
  let pen: LegLog;
  beforeEach(async () => {
    bench = await openBench(() => []);
    const { log, now } = bench.ports;
    await log.create(THREAD, OWNER);
    const answer = await log.acquire(THREAD, 'r1', 10_000, () => []);
    if (!answer.ok) throw new Error('refused');
    lease = answer.lease;
    failures = [];
    pen = new LegLog(log, lease, emptyHistory, now, (error) => failures.push(error));
  });
  afterEach(async () => {
    pen.close();
    await bench.dispose();
  });

  it('writes the first of a burst at once and gathers the rest into few steps and pieces', async () => {
    const append = vi.spyOn(bench.ports.log, 'append');
    pen.push([text('a')]);
    await new Promise(setImmediate);
    expect(await bench.events()).toHaveLength(1);
    for (const letter of 'bcdef') pen.push([text(letter)]);
    pen.push([args('c1', '{'), args('c1', '}'), args('c2', '{}')]);
    await pen.append([text('!', 'n'), text('!', 'm')]);
    expect(append).toHaveBeenCalledTimes(2);
    expect((await bench.events()).map((event) => ('delta' in event ? event.delta : ''))).toEqual([
      'a',
      'bcdef',
      '{}',
      '{}',
      '!',
      '!',
    ]);
  });

  it('writes what was gathered without being asked again', async () => {
    pen.push([text('a')]);
    await new Promise(setImmediate);
    pen.push([text('b')]);
    await expect.poll(async () => typesOf(await bench.events())).toHaveLength(2);
  });

  it('folds what it wrote', async () => {
    await pen.append([{ type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' }, text('hi')]);
    expect(pen.history.thread.messages).toEqual([{ id: 'm', role: 'assistant', content: 'hi' }]);
    expect((await bench.events())[0]?.timestamp).toBe(bench.ports.now());
  });

  it('tells of a lost lease once it writes, and ever after', async () => {
    await bench.ports.log.release(lease);
    pen.push([text('late')]);
    await expect.poll(() => failures[0]).toBeInstanceOf(LeaseLostError);
    await expect(pen.append([])).rejects.toThrow(LeaseLostError);
    expect(await bench.events()).toEqual([]);
  });
});
