import { describe, expect, it } from 'vitest';
import { PermissionModeSchema, emptyThread, type FoldedRun, type ThreadState } from '@/lib/protocol';
import { createMemoryStore, openTeams } from '@/lib/stores';
import { builtinTools } from '@/lib/tools/builtin';
import { ruleOfMode } from '@/lib/tools/permissions/decide';
import type { SessionSnapshot } from '../thread/session-snapshot';
import { sumOf, withDescendants, type AgentRecord } from './agent-record';
import { clampMode } from './clamp-mode';
import { narrowTools, withRules } from './narrow-tools';
import { agentOutcome } from './outcome';
import { parseType } from './own-types';
import { createSlots } from './slots';

describe('the mode of a sub-agent', () => {
  it.each([
    ['plan', 'bypassPermissions', 'plan'],
    ['dontAsk', 'default', 'dontAsk'],
    ['default', 'dontAsk', 'dontAsk'],
    ['auto', 'acceptEdits', 'acceptEdits'],
    ['bypassPermissions', 'auto', 'auto'],
    ['acceptEdits', undefined, 'acceptEdits'],
  ] as const)('below %s, asked for %s, is %s', (parent, wanted, mode) => expect(clampMode(parent, wanted)).toBe(mode));

  it('may be ordered: no mode lets through what one after it would ask about', () => {
    const edits = builtinTools.filter(({ kind }) => kind === 'edit' || kind === 'move');
    expect(edits.length).toBeGreaterThan(4);
    const modes = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions'] as const;
    for (const tool of edits) {
      const aside = { callId: 'c', signal: new AbortController().signal, deadline: 0, onOutput: () => undefined };
      const context = { threadId: 't', writeRoots: [], ...aside };
      const lets = modes.filter((mode) => ruleOfMode(mode, { tool, input: {}, context }).verdict?.behavior === 'allow');
      expect([tool.name, lets]).toEqual([tool.name, modes.slice(-lets.length)]);
    }
  });

  it('is never more than its parent’s, whatever is asked for', () => {
    for (const parent of PermissionModeSchema.options) {
      for (const wanted of PermissionModeSchema.options) {
        const mode = clampMode(parent, wanted);
        expect(clampMode(mode, parent)).toBe(mode);
      }
    }
  });
});

it.each([
  [[undefined, undefined], undefined],
  [
    [['Read', 'Grep'], undefined],
    ['Read', 'Grep'],
  ],
  [[undefined, ['grep', 'Bash'], ['Grep', 'Read']], ['grep']],
  [[['Read'], []], []],
  [[['Bash(git:*)', 'Read', 'Bash(ls)', 'odd one'], ['bash']], ['Bash']],
])('tools narrowed by %j are %j', (lists, names) => expect(narrowTools(lists)).toEqual(names));

it('of lists that narrow tools, those with rules in them are kept, each once', () => {
  const git = ['Bash(git:*)', 'Read'];
  expect(withRules([git, undefined, ['Read'], [...git], ['Write(a/**)']])).toEqual([git, ['Write(a/**)']]);
});

describe('the outcome of an agent', () => {
  const told: ThreadState = {
    ...emptyThread,
    messages: [
      { id: 'p', role: 'user', content: 'Dig' },
      { id: 'a', role: 'assistant', content: ' Found it. ' },
    ],
  };
  const run = (parts: Partial<FoldedRun>): ThreadState => ({
    ...told,
    runs: [{ runId: 'r', status: 'success', ...parts }],
  });
  const call = { id: 'c', name: 'Read', messageId: 'a', args: '{}', complete: true, runId: 'r' };
  const snapshot = (thread: ThreadState, parts: Partial<SessionSnapshot> = {}): SessionSnapshot => ({
    thread,
    live: new Map(),
    loading: false,
    posting: false,
    stopping: false,
    executor: 'mine',
    connection: 'off',
    known: true,
    ...parts,
  });
  const limit = (reason: string) => run({ status: 'interrupt', interrupts: [{ id: 'i', reason, message: 'Enough.' }] });

  it.each([
    ['not told yet', snapshot({ ...emptyThread, runs: [{ runId: 'r', status: 'success' }] }), undefined],
    ['at work', snapshot(run({ status: 'live' })), undefined],
    ['posting', snapshot(run({}), { posting: true }), undefined],
    ['stopping', snapshot(run({}), { stopping: true }), undefined],
    ['with calls to answer', snapshot({ ...run({}), calls: { c: call }, callOrder: ['c'] }), undefined],
    ['done', snapshot(run({})), { status: 'done', text: 'Found it.' }],
    [
      'failed',
      snapshot(run({ status: 'error', error: { code: 'OVERLOADED', message: 'Busy.' } })),
      { error: 'SERVER_ERROR' },
    ],
    ['over its turns', snapshot(limit('toolyard:turns')), { status: 'failed', error: 'BUDGET_EXCEEDED' }],
    ['in a loop', snapshot(limit('toolyard:loop')), { status: 'failed', error: 'LOOP_DETECTED' }],
    ['asking a person for its turn', snapshot(limit('toolyard:turn')), { status: 'failed', error: 'UNSUPPORTED' }],
    ['stopped', snapshot(run({ status: 'cancelled' })), { status: 'stopped', error: 'ABORTED' }],
    [
      'without a server',
      snapshot(told, { failure: { code: 'NETWORK_ERROR', message: 'Gone.' } }),
      { error: 'SERVER_ERROR' },
    ],
    ['in another tab', snapshot(told, { executor: 'elsewhere' }), { error: 'UNSUPPORTED' }],
  ])('that is %s', (_, given, outcome) => {
    if (outcome === undefined) expect(agentOutcome(given, 'p')).toBeUndefined();
    else expect(agentOutcome(given, 'p')).toMatchObject(outcome);
  });

  it('tells its last words where it came to no end of its own', () => {
    expect(agentOutcome(snapshot(run({ status: 'cancelled' })), 'p')?.text).toContain(
      'Its last words were:\nFound it.',
    );
  });
});

describe('places', () => {
  it('let in as many as there are, then one for each that leaves, in line', async () => {
    const slots = createSlots(2);
    const never = new AbortController().signal;
    const entered: number[] = [];
    const take = async (who: number, signal = never) => {
      const leave = await slots.take(signal);
      if (leave) entered.push(who);
      return leave;
    };
    const first = await take(1);
    await take(2);
    const impatient = new AbortController();
    const third = take(3, impatient.signal);
    const fourth = take(4);
    impatient.abort();
    expect(await third).toBeUndefined();
    first?.();
    first?.();
    await fourth;
    expect(entered).toEqual([1, 2, 4]);
  });
});

describe('an agent of the project', () => {
  it.each([
    [
      '---\nname: tester\ndescription: runs tests\ntools: Read, Bash\nmodel: small\n---\nRun them.',
      { name: 'tester', tools: ['Read', 'Bash'], model: 'small', system: 'Run them.' },
    ],
    ['---\ntools: [Read]\n---\r\nLook.', { name: 'file', tools: ['Read'], system: 'Look.' }],
    ['---\nname: two words\n---\nLook.', undefined],
    ['---\nname: x\n---\n', undefined],
    ['No front matter.', undefined],
  ])('%j', async (text, type) => {
    const parsed = await parseType('file', text);
    if (type) expect(parsed).toMatchObject(type);
    else expect(parsed).toBeUndefined();
  });
});

it('teams are made once, joined, and dissolved', async () => {
  const teams = await openTeams(createMemoryStore(), 't');
  expect([
    await teams.create({ name: 'reds', members: ['a'] }),
    await teams.create({ name: 'reds', members: [] }),
  ]).toEqual([true, false]);
  expect([await teams.join('reds', 'b'), await teams.join('blues', 'b')]).toEqual([true, false]);
  expect(teams.get('reds')?.members).toEqual(['a', 'b']);
  expect([await teams.remove('reds'), await teams.remove('reds'), teams.value]).toEqual([true, false, []]);
});

it('what agents used adds up over all that one started', () => {
  const usage = { turns: 1, calls: 2, inputTokens: 3, outputTokens: 4, cachedInputTokens: 5, cost: 6 };
  const record = (id: string, parent: string): AgentRecord => ({
    id,
    parent,
    threadId: id,
    callId: 'c',
    depth: 1,
    name: id,
    type: 't',
    description: 'd',
    background: false,
    status: 'done',
    prompt: 'p',
    promptId: 'p',
    system: 's',
    usage,
    startedAt: 0,
  });
  const records = [record('a', 'main'), record('b', 'a'), record('c', 'b'), record('d', 'main')];
  expect(withDescendants(records, 'a').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(sumOf([usage, usage])).toEqual({
    turns: 2,
    calls: 4,
    inputTokens: 6,
    outputTokens: 8,
    cachedInputTokens: 10,
    cost: 12,
  });
});
