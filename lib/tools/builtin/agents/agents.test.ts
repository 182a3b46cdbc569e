import { afterEach, describe, expect, it } from 'vitest';
import type { AgentReport, AgentSpawner, AgentTask } from '@/lib/ports';
import { createMemoryStore, openMailbox, openTaskStore, openTeams } from '@/lib/stores';
import { AbortReason } from '../../result';
import { eraseTool } from '../../tool';
import { createBench, type Bench } from '../../testing/bench';
import { agent } from './agent';
import { sendMessage } from './send-message';
import { teamCreate } from './team-create';
import { teamDelete } from './team-delete';

const open: Bench[] = [];
afterEach(async () => {
  for (const bench of open.splice(0)) await bench.sandbox.dispose();
});

const USAGE = { turns: 2, calls: 1, inputTokens: 100, outputTokens: 20, cachedInputTokens: 0, cost: 0 };
const done = (text: string): AgentReport => ({ status: 'done', text, usage: USAGE });

/** One agent, `agent-1` called mole, which ends as the test wants. */
async function setUp() {
  const tasks: AgentTask[] = [];
  let end: (report: AgentReport) => void = () => undefined;
  let stops = 0;
  const spawner: AgentSpawner = {
    self: 'main',
    ownTypes: async () => [],
    async start(task) {
      tasks.push(task);
      if (task.type === 'Nobody') return { ok: false, error: 'NOT_FOUND', message: 'There is no such kind.' };
      const ended = new Promise<AgentReport>((resolve) => (end = resolve));
      const stop = () => {
        stops++;
        end({ status: 'stopped', error: 'ABORTED', text: 'It was stopped.', usage: USAGE });
      };
      return { ok: true, agent: { id: 'agent-1', name: task.name ?? 'agent-1', threadId: 'thread-1', ended, stop } };
    },
    startedBy: async () => 'agent-1',
    addressees: async (name) =>
      [
        { id: 'main', name: 'main', working: true },
        { id: 'agent-1', name: 'mole', working: false },
      ].filter((one) => name === '*' || name === one.id || name === one.name),
  };
  const table = createMemoryStore();
  const signal = new AbortController().signal;
  const mailbox = await openMailbox(table, 't', () => 0);
  const teams = await openTeams(table, 't');
  const store = await openTaskStore({ table, threadId: 't', now: () => 0, signal });
  const tools = [eraseTool(agent), eraseTool(sendMessage), eraseTool(teamCreate), eraseTool(teamDelete)];
  const bench = await createBench(tools, { spawner, mailbox, teams, tasks: store });
  open.push(bench);
  return { bench, tasks, mailbox, teams, store, end: (report: AgentReport) => end(report), stops: () => stops };
}

const TASK = { prompt: 'Dig', description: 'Dig a hole' };

describe('Agent', () => {
  it('returns the last words of the agent, what it used, and how to go on with it', async () => {
    const { bench, end, tasks } = await setUp();
    const call = bench.call('Agent', {
      ...TASK,
      subagent_type: 'Explore',
      max_turns: 3,
      mode: 'plan',
      isolation: 'worktree',
    });
    await expect.poll(() => tasks.length).toBe(1);
    end({ ...done('A hole.'), worktree: { path: '/p/.worktrees/x', branch: 'x' } });
    const { result } = await call;
    expect(result).toMatchObject({
      success: true,
      details: { agent: { id: 'agent-1', threadId: 'thread-1', usage: USAGE } },
    });
    expect(result.text).toBe(
      'A hole.\n\n[agent-1: 2 turns, 1 call, 120 tokens. Its changes are in the worktree /p/.worktrees/x, on the branch x. ' +
        'To go on with it, call Agent with resume "agent-1".]',
    );
    expect(tasks[0]).toMatchObject({
      type: 'Explore',
      maxTurns: 3,
      mode: 'plan',
      isolation: 'worktree',
      background: false,
    });
  });

  it.each([
    [{ description: 'x' }, '$.prompt'],
    [{ ...TASK, max_turns: 0 }, '$.max_turns'],
    [{ ...TASK, name: 'two words' }, '$.name'],
    [{ ...TASK, isolation: 'container' }, '$.isolation'],
    [{ ...TASK, mode: 'root' }, '$.mode'],
  ])('refuses %j', async (input, path) => {
    const { bench, tasks } = await setUp();
    const { result } = await bench.call('Agent', input);
    expect([result.error, result.issues?.map((issue) => issue.path)]).toEqual(['INVALID_ARGS', [path]]);
    expect(tasks).toEqual([]);
  });

  it('is not started where a person or the mode denies it, but reading ones are in plan mode', async () => {
    const { bench, tasks, end } = await setUp();
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'Do it yourself.' });
    expect((await bench.call('Agent', TASK)).result.error).toBe('GATE_DENIED');
    bench.mode = 'plan';
    expect((await bench.call('Agent', TASK)).result.error).toBe('GATE_DENIED');
    expect(tasks).toEqual([]);
    const reading = bench.call('Agent', { ...TASK, subagent_type: 'Plan' });
    await expect.poll(() => tasks.length).toBe(1);
    end(done('Planned.'));
    expect((await reading).result.success).toBe(true);
  });

  it('stops the agent when it is aborted, and says how far that one got', async () => {
    const { bench, tasks, stops } = await setUp();
    const abort = new AbortController();
    const call = bench.call('Agent', TASK, abort.signal);
    await expect.poll(() => tasks.length).toBe(1);
    abort.abort(new AbortReason('stopped', 'The person stopped it.'));
    const { result } = await call;
    expect([result.error, stops()]).toEqual(['ABORTED', 1]);
    expect(result.text).toContain('It was stopped.');
  });

  it('cuts a report that is too long in its middle, so that the way to go on is still read', async () => {
    const { bench, tasks, end } = await setUp();
    const call = bench.call('Agent', TASK);
    await expect.poll(() => tasks.length).toBe(1);
    end(done('x'.repeat(50_000)));
    const { result } = await call;
    expect(result.text.length).toBeLessThan(11_000);
    expect(result.text).toContain('resume "agent-1"');
  });

  it.each(['BUDGET_EXCEEDED', 'SERVER_ERROR', 'LOOP_DETECTED'] as const)('fails with the agent: %s', async (error) => {
    const { bench, tasks, end } = await setUp();
    const call = bench.call('Agent', TASK);
    await expect.poll(() => tasks.length).toBe(1);
    end({ status: 'failed', error, text: 'No end.', usage: USAGE });
    expect((await call).result).toMatchObject({ success: false, error });
  });

  it('says why an agent cannot be started', async () => {
    const { bench } = await setUp();
    expect((await bench.call('Agent', { ...TASK, subagent_type: 'Nobody' })).result).toMatchObject({
      error: 'NOT_FOUND',
    });
  });

  it('in the background is a task, and reports by mail', async () => {
    const { bench, store, mailbox, end } = await setUp();
    const { result } = await bench.call('Agent', { ...TASK, name: 'mole', run_in_background: true });
    expect(result.text).toContain('agent-1 works in the background');
    expect(store.get('agent-1')).toMatchObject({ kind: 'agent', status: 'running', owner: 'mole' });
    end(done('A hole.'));
    await expect
      .poll(() => mailbox.waiting('main').map(({ from, text }) => [from, text.split('\n')[0]]))
      .toEqual([['agent-1', 'A hole.']]);
    expect(store.get('agent-1')?.status).toBe('completed');
  });

  it('in the background is stopped by its task', async () => {
    const { bench, store, stops } = await setUp();
    await bench.call('Agent', { ...TASK, run_in_background: true });
    await store.stop('agent-1');
    expect([stops(), store.get('agent-1')?.status]).toEqual([1, 'stopped']);
  });
});

describe('SendMessage', () => {
  it('puts a message into the reader’s mailbox, and says when it will be read', async () => {
    const { bench, mailbox } = await setUp();
    const { result } = await bench.call('SendMessage', { to: 'mole', message: 'Deeper.' });
    expect(result.text).toBe('Sent to mole. mole does not work at the moment and reads it when it is gone on with.');
    expect(mailbox.waiting('agent-1')).toMatchObject([{ from: 'main', to: 'agent-1', text: 'Deeper.' }]);
  });

  it.each([
    [{ to: 'nobody', message: 'x' }, 'NOT_FOUND', 'Send it to one of these: mole.'],
    [{ to: 'main', message: 'x' }, 'NOT_FOUND', 'nobody else'],
    [{ to: 'mole', message: '' }, 'INVALID_ARGS', '$.message'],
    [{ to: 'mole', message: 'x'.repeat(20_001) }, 'INVALID_ARGS', '$.message'],
  ])('refuses %j', async (input, error, words) => {
    const { bench, mailbox } = await setUp();
    const { result } = await bench.call('SendMessage', input);
    expect([result.error, mailbox.value]).toEqual([error, []]);
    expect(result.text).toContain(words);
  });
});

describe('teams', () => {
  it('are made, and dissolved', async () => {
    const { bench, teams } = await setUp();
    expect((await bench.call('TeamCreate', { name: 'reds', members: ['mole', 'mole'] })).result.success).toBe(true);
    expect(teams.get('reds')?.members).toEqual(['mole']);
    expect((await bench.call('TeamDelete', { name: 'reds' })).result.success).toBe(true);
    expect(teams.value).toEqual([]);
  });

  it.each([
    ['TeamCreate', { name: 'reds' }, 'INVALID_ARGS', 'taken'],
    ['TeamCreate', { name: 'main' }, 'INVALID_ARGS', 'taken'],
    ['TeamCreate', { name: 'two words' }, 'INVALID_ARGS', '$.name'],
    ['TeamDelete', { name: 'blues' }, 'NOT_FOUND', 'There are: reds.'],
  ])('%s refuses %j', async (tool, input, error, words) => {
    const { bench, teams } = await setUp();
    await teams.create({ name: 'reds', members: [] });
    const { result } = await bench.call(tool, input);
    expect(result.error).toBe(error);
    expect(result.text).toContain(words);
  });

  it.each(['SendMessage', 'TeamCreate', 'TeamDelete'])(
    '%s does nothing where it is denied, or was stopped before it began',
    async (tool) => {
      const { bench, teams, mailbox } = await setUp();
      await teams.create({ name: 'reds', members: [] });
      const input =
        tool === 'SendMessage' ? { to: 'mole', message: 'x' } : { name: tool === 'TeamDelete' ? 'reds' : 'blues' };
      bench.rules.push({ behavior: 'deny', rule: tool });
      expect((await bench.call(tool, input)).result.error).toBe('GATE_DENIED');
      bench.rules.length = 0;
      const stopped = AbortSignal.abort(new AbortReason('stopped', 'Stopped.'));
      expect((await bench.call(tool, input, stopped)).result.error).toBe('ABORTED');
      expect([teams.value.map(({ name }) => name), mailbox.value]).toEqual([['reds'], []]);
    },
  );
});
