import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventType, type AGUIEvent } from '@ag-ui/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseLostError, type Lease } from '@/lib/threads';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { openTestThread, OWNER, THREAD, typesOf, type TestThread } from './agent.fixture';
import { ThreadHistory } from './history';
import { RunWriter } from './run';

const text = (delta: string, messageId = 'm'): AGUIEvent => ({
  type: EventType.TEXT_MESSAGE_CONTENT,
  messageId,
  delta,
});
const args = (toolCallId: string, delta: string): AGUIEvent => ({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta });

describe('RunWriter', () => {
  let test: TestThread;
  let lease: Lease;
  let failures: unknown[];
  let writer: RunWriter;
  beforeEach(async () => {
    test = await openTestThread(() => []);
    lease = await beginRun(test.ports.log, THREAD, { owner: OWNER });
    failures = [];
    writer = new RunWriter(test.ports, lease, new ThreadHistory(), (error) => failures.push(error));
  });
  afterEach(async () => {
    writer.close();
    await test.dispose();
  });

  it('writes what begins a burst as soon as nothing more is ready, and gathers the rest into few steps and pieces', async () => {
    const append = vi.spyOn(test.ports.log, 'append');
    writer.push([{ type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' }]);
    await Promise.resolve();
    writer.push([text('a')]);
    await new Promise(process.nextTick);
    expect(append.mock.calls.map(([, events]) => events.length)).toEqual([2]);
    for (const letter of 'bcdef') writer.push([text(letter)]);
    writer.push([args('c1', '{'), args('c1', '}'), args('c2', '{}')]);
    await writer.append([text('!', 'n'), text('!', 'm')]);
    expect(append).toHaveBeenCalledTimes(2);
    expect((await test.events()).map((event) => ('delta' in event ? event.delta : ''))).toEqual([
      '',
      'a',
      'bcdef',
      '{}',
      '{}',
      '!',
      '!',
    ]);
  });

  it('writes a run’s last events in the step that ends it, whatever is still to be written', async () => {
    const append = vi.spyOn(test.ports.log, 'append');
    const finish = vi.spyOn(test.ports.log, 'finish');
    writer.push([text('a')]);
    await writer.finish([text('z', 'n')]);
    expect([append, finish].map(({ mock }) => mock.calls.map(([, events]) => events.length))).toEqual([[], [2]]);
  });

  it('writes what was gathered without being asked again', async () => {
    writer.push([text('a')]);
    await nextTurn();
    writer.push([text('b')]);
    await expect.poll(async () => typesOf(await test.events())).toHaveLength(2);
  });

  it('folds what it wrote', async () => {
    await writer.append([{ type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' }, text('hi')]);
    expect(writer.history.thread.messages).toEqual([{ id: 'm', role: 'assistant', content: 'hi' }]);
    expect((await test.events())[0]?.timestamp).toBe(test.ports.now());
  });

  it('tells of a lost lease once it writes, and ever after', async () => {
    await test.ports.log.finish(lease, []);
    writer.push([text('late')]);
    await expect.poll(() => failures[0]).toBeInstanceOf(LeaseLostError);
    await expect(writer.append([])).rejects.toThrow(LeaseLostError);
    expect(await test.events()).toEqual([]);
  });
});
