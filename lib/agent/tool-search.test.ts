import { EventType, type Tool } from '@ag-ui/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent, ModelRequest } from '@/lib/models/model';
import { pool } from '@/lib/discovery/discovery.fixture';
import {
  call,
  inputOf,
  openTestThread,
  outcomeOf,
  OWNER,
  result,
  resultsOf,
  says,
  stopEvent,
  THREAD,
  typesOf,
  user,
  type TestThread,
  type Script,
} from './agent.fixture';
import { stopThread } from './stop';

let test: TestThread;
afterEach(() => test?.dispose());

const search = (id: string, args = '{"query":"select:Grep"}'): ModelEvent[] => call(id, 'ToolSearch', args);
const made = (...events: ModelEvent[][]): ModelEvent[] => [...events.flat(), stopEvent('tool_calls')];
const lazy = (discovery = 'lazy', tools: readonly Tool[] = pool) => ({
  tools: [...tools],
  forwardedProps: { toolyard: { discovery } },
});
const open = async (script: Script): Promise<void> => void (test = await openTestThread(script));
const shown = ({ tools }: ModelRequest): string[] => tools.map(({ name }) => name);
const activations = async () =>
  (await test.events()).flatMap((event) =>
    event.type === EventType.CUSTOM && event.name === 'toolyard.activation' ? [event.value] : [],
  );

/** Says nothing and never ends. */
async function* stall(begun: () => void): AsyncGenerator<ModelEvent> {
  begun();
  await new Promise(() => undefined);
  yield stopEvent();
}

describe('lazy discovery', () => {
  it('shows an index and ToolSearch, and what was found from the next turn of the same run on', async () => {
    await open((_request, n) => (n === 0 ? made(search('s1')) : says('found it')));
    const seen = await test.run(inputOf('r1', [user('u1')], lazy()));
    expect(test.requests.map(shown)).toEqual([['ToolSearch'], ['Grep', 'ToolSearch']]);
    expect(test.requests[0]?.system).toContain('Bash: Runs a command in the sandbox');
    expect(test.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', toolCallId: 's1' });
    expect(resultsOf(seen)).toEqual(['s1']);
    expect(await activations()).toEqual([{ active: ['ToolSearch', 'Grep'], added: ['Grep'], evicted: [] }]);
    expect(outcomeOf(seen)).toEqual({ type: 'success', pendingToolCallIds: [] });
    expect((await test.thread()).active).toEqual(['ToolSearch', 'Grep']);
  });

  it('remembers across runs and processes, and a call makes its tool active', async () => {
    await open((_request, n) => (n === 0 ? made(call('b', 'Bash')) : says('done')));
    await test.run(inputOf('r1', [user('u1')], lazy()));
    expect(await activations()).toEqual([{ active: ['ToolSearch', 'Bash'], added: ['Bash'], evicted: [] }]);
    await test.run(inputOf('r2', [result('b')], lazy()));
    await test.run(inputOf('r3', [user('u2')], lazy()));
    expect(test.requests.map(shown)).toEqual([['ToolSearch'], ['Bash', 'ToolSearch'], ['Bash', 'ToolSearch']]);
    await test.run(
      inputOf(
        'r4',
        [user('u3')],
        lazy(
          'lazy',
          pool.filter(({ name }) => name !== 'Bash'),
        ),
      ),
    );
    expect(test.requests.map(shown).at(-1)).toEqual(['ToolSearch']);
  });

  it.each([
    ['a search before a call for the client', made(search('s1'), call('c1')), ['s1'], ['c1'], ['s1', 'c1']],
    ['a search after one', made(call('c1'), search('s1')), [], ['c1'], ['c1', 's1']],
    ['one between two', made(call('c1'), search('s1'), call('c2')), [], ['c1', 'c2'], ['c1', 's1', 'c2']],
    ['two around one', made(search('s1'), call('c1'), search('s2')), ['s1'], ['c1'], ['s1', 'c1', 's2']],
  ])('answers %s in call order', async (_what, first, early, pending, all) => {
    await open((_request, n) => (n === 0 ? first : says('done')));
    const seen = await test.run(inputOf('r1', [user('u1')], lazy()));
    expect(resultsOf(seen)).toEqual(early);
    expect(outcomeOf(seen)).toEqual({ type: 'success', pendingToolCallIds: pending });
    expect(test.requests).toHaveLength(1);
    await test.run(
      inputOf(
        'r2',
        pending.map((id) => result(id)),
        lazy(),
      ),
    );
    expect(resultsOf(await test.events())).toEqual(all);
    expect(test.requests).toHaveLength(2);
    expect(test.requests.map(shown)[1]).toContain('Grep');
  });

  it('lets nobody else answer for it, and settles it like any call where a person speaks first', async () => {
    await open((_request, n) => (n === 0 ? made(call('c1'), search('s1')) : says('done')));
    await test.run(inputOf('r1', [user('u1')], lazy()));
    await test.run(inputOf('r2', [result('s1', 'mine')], lazy()));
    expect(resultsOf(await test.events())).toEqual([]);
    await test.run(inputOf('r3', [user('u2')], lazy()));
    expect(resultsOf(await test.events())).toEqual(['c1', 's1']);
    expect((await test.thread()).calls.s1?.result?.error).toBe('ABORTED');
  });

  it('answers arguments that do not fit with what is wrong', async () => {
    const wrong = ['{"qeury":"x"}', '{"query"', '[]', '{"query":"select:Nope"}'];
    await open((_request, n) => {
      const args = wrong[n];
      return args === undefined ? says('done') : made(search(`s${n}`, args));
    });
    await test.run(inputOf('r1', [user('u1')], lazy()));
    const errors = Object.values((await test.thread()).calls).map((made) => made.result?.error);
    expect(errors).toEqual(['INVALID_ARGS', 'INVALID_ARGS', 'INVALID_ARGS', 'NOT_FOUND']);
    expect(await activations()).toEqual([]);
  });

  it('leaves a search open to nobody when it is stopped in between', async () => {
    let stalled = (): void => undefined;
    const stalling = new Promise<void>((resolve) => (stalled = resolve));
    await open((_request, n) => (n === 0 ? made(search('s1')) : stall(() => stalled())));
    const answer = await test.post(inputOf('r1', [user('u1')], lazy()));
    await stalling;
    await stopThread(test.ports, THREAD, OWNER);
    if (answer.ok) await answer.run;
    expect(resultsOf(await test.events())).toEqual(['s1']);
    expect(typesOf(await test.events()).at(-1)).toBe('RUN_FINISHED');
  });

  it('is withdrawn with its turn where the process dies after the answer, and asked again', async () => {
    let stalled = (): void => undefined;
    const stalling = new Promise<void>((resolve) => (stalled = resolve));
    await open((_request, n) => {
      if (n === 1) return stall(() => stalled());
      return n === 0 || n === 2 ? made(search(`s${n}`)) : says('done');
    });
    await test.post(inputOf('r1', [user('u1')], lazy()));
    await stalling;
    test.advance(20_000);
    const seen = await test.run(inputOf('r2', [], lazy()));
    expect(outcomeOf(seen)).toMatchObject({ type: 'success', pendingToolCallIds: [] });
    const { callOrder, messages } = await test.thread();
    expect(callOrder).toEqual(['s2']);
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []))).toEqual(['s2']);
    expect(test.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});

describe('full and deferred discovery', () => {
  it('full shows every form, and a search is answered and activates nothing', async () => {
    await open((_request, n) => (n === 0 ? made(search('s1')) : says('done')));
    await test.run(inputOf('r1', [user('u1')], lazy('full')));
    expect(test.requests.map(shown)).toEqual([pool.map(({ name }) => name), pool.map(({ name }) => name)]);
    expect(test.requests[0]?.system).not.toContain('Bash:');
    expect(await activations()).toEqual([]);
  });

  it('deferred gives the provider all forms but ToolSearch, and one that was called is sent outright', async () => {
    await open((_request, n) => (n === 0 ? made(call('b', 'Bash')) : says('done')));
    await test.run(inputOf('r1', [user('u1')], lazy('deferred')));
    await test.run(inputOf('r2', [result('b')], lazy('deferred')));
    const names = pool.flatMap(({ name }) => (name === 'ToolSearch' ? [] : [name]));
    expect(test.requests.map(shown)).toEqual([names, names]);
    expect(test.requests.map(({ deferred }) => deferred)).toEqual([names, names.filter((name) => name !== 'Bash')]);
  });

  it('a client without our ToolSearch sees all of its own, and answers one of that name itself', async () => {
    const foreign: Tool[] = [
      { name: 'ToolSearch', description: 'Mine.' },
      { name: 'Other', description: 'Other.' },
    ];
    await open(() => made(search('s1')));
    const seen = await test.run(inputOf('r1', [user('u1')], lazy('lazy', foreign)));
    expect(test.requests.map(shown)[0]).toEqual(['ToolSearch', 'Other']);
    expect(outcomeOf(seen)).toMatchObject({ pendingToolCallIds: ['s1'] });
  });
});
