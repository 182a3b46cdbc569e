import type { AgentReport, AgentSpawner, Skill } from '@/lib/ports';
import { createMemoryStore, openMailbox, openPlanStore, openTaskStore, openTeams } from '@/lib/stores';
import { advancedTools } from './';
import { RestrictionStack } from '../pool/restriction-stack';
import type { Bench } from '../testing/bench';
import { realNotebook } from './files/notebook/testing/real-notebooks';
import { fourCases, type Around } from './testing/four-cases';

const LONG = 'word '.repeat(4000);
const UNKNOWN_ID = 'x'.repeat(20_000);
const names = (count: number, of: string): string[] => Array.from({ length: count }, (_, at) => `${of}-${at}`);

/** Agents that are done at once with these words, and others to write to. */
const withAgents =
  (words: string, others = ['mole']): Around =>
  async () => {
    const started: string[] = [];
    const mailbox = await openMailbox(createMemoryStore(), 't', () => 0);
    const usage = { turns: 1, calls: 0, inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cost: 0 };
    const done: AgentReport = { status: 'done', text: words, usage };
    const spawner: AgentSpawner = {
      self: 'main',
      ownTypes: async () => [],
      async start({ description }, signal) {
        started.push(description);
        const ended = Promise.resolve(signal.aborted ? { ...done, status: 'stopped' as const } : done);
        return { ok: true, agent: { id: 'agent-1', name: 'agent-1', threadId: 't', ended, stop: () => undefined } };
      },
      startedBy: async () => undefined,
      addressees: async (name) =>
        others
          .map((other) => ({ id: other, name: other, working: true }))
          .filter(({ id }) => name === '*' || name === id),
    };
    const state = () => [...started, ...mailbox.value.map(({ to, text }) => [to, text])];
    return { ports: { spawner, mailbox }, state };
  };

const withSkill =
  (instructions: string): Around =>
  () => {
    const notes: Skill = {
      name: 'notes',
      description: 'Writes notes.',
      instructions,
      tools: ['Read'],
      path: '/project/.skills/notes/SKILL.md',
    };
    const restrictions = new RestrictionStack();
    const skills = { list: async () => ({ skills: [notes], issues: [] }) };
    return { ports: { skills, restrictions }, state: () => restrictions.value };
  };

/** Tasks, among them one in the background that has put this out; it ends when it is asked to, or at once. */
const withTasks =
  (output = 'listening\n', ends = false): Around =>
  async (leave) => {
    const tasks = await openTaskStore({ table: createMemoryStore(), threadId: 't', now: () => 0, signal: leave });
    const shell = await tasks.start({ kind: 'shell', title: 'npm run dev' }, () => shell.end('stopped'));
    shell.append(output);
    if (ends) shell.end('completed');
    return { ports: { tasks }, state: () => tasks.value.map((task) => ({ ...task })) };
  };
const planned =
  (count: number, more: object = {}) =>
  async (bench: Bench): Promise<void> => {
    for (const title of names(count, 'Step')) await bench.call('TaskCreate', { title, ...more });
  };
const ONE_WRITE = { never: 'it is one write' };

const withTeams =
  (...known: string[]): Around =>
  async () => {
    const teams = await openTeams(createMemoryStore(), 't');
    for (const name of known) await teams.create({ name, members: [] });
    return { ports: { teams }, state: () => teams.value.map(({ name }) => name) };
  };

const withPlan: Around = async () => {
  const plan = await openPlanStore({
    table: createMemoryStore(),
    threadId: 't',
    mode: () => 'default',
    setMode: () => undefined,
    ask: async () => ({ answer: 'approved' }),
  });
  return { ports: { plan }, state: () => plan.value };
};

const readNotebook = async (bench: Bench): Promise<void> => {
  await bench.write('a.ipynb', realNotebook('4.5'));
  await bench.call('Read', { file_path: 'a.ipynb' });
};

fourCases(advancedTools, {
  Agent: {
    around: withAgents('Found.'),
    input: { prompt: 'Dig', description: 'Dig a hole' },
    wrong: [{ prompt: 'Dig', description: 'Dig a hole', max_turns: 0 }, '$.max_turns'],
    over: { around: withAgents(LONG) },
  },
  Skill: {
    around: withSkill('Write what you found.'),
    input: { skill: 'notes' },
    wrong: [{ skill: 'notes', done: 'yes' }, '$.done'],
    deny: 'Skill(notes)',
    over: { around: withSkill(LONG) },
  },
  TaskCreate: {
    around: withTasks(),
    input: { title: 'Read all of it' },
    wrong: [{ title: ' ' }, '$.title'],
    middle: ONE_WRITE,
    over: { never: 'it names one task' },
  },
  TaskGet: {
    around: withTasks(),
    arrange: planned(1),
    input: { task_id: 'task-1' },
    wrong: [{ task_id: 1 }, '$.task_id'],
    middle: { never: 'it only looks' },
    over: { arrange: planned(1, { description: 'x'.repeat(10_000) }), input: { task_id: 'task-2' } },
  },
  TaskList: {
    around: withTasks(),
    arrange: planned(1),
    input: {},
    wrong: [{ status: 'lost' }, '$.status'],
    middle: { never: 'it only looks' },
    over: { arrange: planned(100, { owner: 'x'.repeat(100) }) },
  },
  TaskUpdate: {
    around: withTasks(),
    arrange: planned(1),
    input: { task_id: 'task-1', status: 'running' },
    wrong: [{ task_id: 'task-1', status: 'lost' }, '$.status'],
    middle: ONE_WRITE,
    over: { input: { task_id: UNKNOWN_ID, status: 'running' } },
  },
  TaskStop: {
    around: withTasks(),
    input: { task_id: 'shell-1' },
    wrong: [{ id: 'shell-1' }, '$.task_id'],
    over: { input: { task_id: UNKNOWN_ID } },
  },
  TaskOutput: {
    around: withTasks('listening\n', true),
    input: { task_id: 'shell-1', timeout: 1000 },
    wrong: [{ task_id: 'shell-1', timeout: 600_001 }, '$.timeout'],
    middle: { never: 'nobody waits for what has ended' },
    over: { around: withTasks(LONG, true) },
  },
  SendMessage: {
    around: withAgents(''),
    input: { to: 'mole', message: 'Deeper.' },
    wrong: [{ to: 'mole', message: '' }, '$.message'],
    middle: ONE_WRITE,
    over: { around: withAgents('', names(2000, 'mole')), input: { to: 'nobody', message: 'Deeper.' } },
  },
  TeamCreate: {
    around: withTeams(),
    input: { name: 'reds' },
    wrong: [{ name: 'two words' }, '$.name'],
    middle: ONE_WRITE,
    over: { never: 'it names one team' },
  },
  TeamDelete: {
    around: withTeams('reds'),
    input: { name: 'reds' },
    wrong: [{ name: 'x'.repeat(101) }, '$.name'],
    middle: ONE_WRITE,
    over: { around: withTeams(...names(300, 'a-team-with-a-name-that-is-rather-long')) },
  },
  NotebookEdit: {
    arrange: readNotebook,
    input: { notebook_path: 'a.ipynb', cell_index: 0, new_source: 'print(1)' },
    wrong: [{ notebook_path: 'a.ipynb', edit_mode: 'append' }, '$.edit_mode'],
    deny: 'NotebookEdit(*.ipynb)',
    over: {
      input: { notebook_path: 'a.ipynb', cell_index: 0, new_source: 'print("a longer line")\n'.repeat(1000) },
      patch: true,
    },
  },
  Plan: {
    around: withPlan,
    input: { plan: '# Tea\n1. Boil water.' },
    wrong: [{ plan: '' }, '$.plan'],
    middle: ONE_WRITE,
    over: { never: 'it says that the draft is kept' },
  },
});
