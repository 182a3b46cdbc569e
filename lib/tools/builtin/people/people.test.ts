import type { Answers, Plan, PlanAnswer, PlanRequest, PlanStore, QuestionRequest, Todo } from '@/lib/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createDispatcher, type CallContext } from '../../dispatch';
import { eraseTool } from '../../tool';
import type { PermissionRule } from '../../permissions';
import { createRegistry } from '../../registry';
import { plan } from '../plans/plan';
import { askUser } from './ask-user';
import { enterPlanMode } from '../plans/enter-plan-mode';
import { exitPlanMode } from '../plans/exit-plan-mode';
import { todoWrite } from '../tasks/todo-write';

const TOOLS = [
  eraseTool(todoWrite),
  eraseTool(plan),
  eraseTool(enterPlanMode),
  eraseTool(exitPlanMode),
  eraseTool(askUser),
];

/** Waits for the answer, or for the end of the call. */
const orAborted = <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });

let todos: readonly Todo[];
let kept: Plan | undefined;
let planning: boolean;
let planAnswer: Promise<PlanAnswer>;
let answers: Promise<Answers>;
let asked: (QuestionRequest | PlanRequest)[];
let rules: PermissionRule[];

beforeEach(() => {
  todos = [];
  kept = undefined;
  planning = false;
  asked = [];
  rules = [];
});

const subscribe = () => () => undefined;
const planStore: PlanStore = {
  subscribe,
  get value() {
    return kept;
  },
  get planning() {
    return planning;
  },
  enter: async () => void (planning = true),
  draft: async (text) => void (kept = { text, state: 'draft' }),
  submit(request, signal) {
    asked.push(request);
    return orAborted(planAnswer, signal);
  },
};
const ports: Partial<CallContext> = {
  plan: planStore,
  todos: { value: [], subscribe, set: async (next) => void (todos = next) },
  questions: {
    ask(request, signal) {
      asked.push(request);
      return orAborted(answers, signal);
    },
  },
};

function run(name: string, input: unknown, signal = new AbortController().signal) {
  const dispatcher = createDispatcher({
    registry: createRegistry(TOOLS),
    permissions: {
      mode: () => (planning ? 'plan' : 'default'),
      rules: () => rules,
      ask: () => Promise.reject(new Error('not asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], ...ports }),
  });
  return dispatcher.dispatch({ id: 'c1', name, args: JSON.stringify(input) }, { signal });
}

const todo = (status: Todo['status'], content = 'Run it'): Todo => ({ content, status, activeForm: `${content}ning` });
const question = { question: 'Which one?', options: [{ label: 'Red' }, { label: 'Blue' }] };
const proposal = '# Move it\n\n1. First';

describe('TodoWrite', () => {
  it.each([
    ['one thing begun', [todo('completed'), todo('in_progress'), todo('pending')], '1 of 3 done; now: Run itning.'],
    ['all done', [todo('completed'), todo('completed')], '2 of 2 done; now: everything is done.'],
    ['nothing', [], 'The to-do list is empty now.'],
  ])('takes a list with %s', async (_, list, words) => {
    const { result } = await run('TodoWrite', { todos: list });
    expect(result.text).toContain(words);
    expect(todos).toEqual(list);
  });

  it.each([
    ['nothing begun', [todo('pending')], '0 entries are in_progress'],
    ['two begun', [todo('in_progress'), todo('in_progress')], '2 entries are in_progress'],
  ])('refuses a list with %s', async (_, list, words) => {
    const { result } = await run('TodoWrite', { todos: list });
    expect(result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.todos' }] });
    expect(result.text).toContain(words);
    expect(todos).toEqual([]);
  });

  it('refuses more than a person can follow', async () => {
    const { result } = await run('TodoWrite', { todos: Array.from({ length: 101 }, () => todo('completed')) });
    expect(result).toMatchObject({ error: 'INVALID_ARGS' });
  });

  it('runs in plan mode, and not where a rule denies it', async () => {
    planning = true;
    expect((await run('TodoWrite', { todos: [] })).phase).toBe('succeeded');
    rules = [{ behavior: 'deny', rule: 'TodoWrite' }];
    expect((await run('TodoWrite', { todos: [] })).phase).toBe('denied');
  });
});

describe('Plan', () => {
  it('keeps a draft, and says what comes next', async () => {
    expect((await run('Plan', { plan: proposal })).result).toMatchObject({ summary: 'Move it' });
    expect(kept).toEqual({ text: proposal, state: 'draft' });
    planning = true;
    expect((await run('Plan', { plan: proposal })).result.text).toContain('ExitPlanMode');
  });

  it.each(['', '   ', 'x'.repeat(20_001)])('refuses a plan of the wrong length', async (text) => {
    expect((await run('Plan', { plan: text })).result.error).toBe('INVALID_ARGS');
  });
});

describe('plan mode', () => {
  it('is entered once', async () => {
    expect((await run('EnterPlanMode', {})).result.summary).toBe('planning');
    expect(planning).toBe(true);
    expect((await run('EnterPlanMode', {})).result.summary).toBe('already planning');
  });

  it('cannot be left before it is entered', async () => {
    expect((await run('ExitPlanMode', { plan: proposal })).result).toMatchObject({ error: 'UNSUPPORTED' });
    expect(asked).toEqual([]);
  });

  it.each<[PlanAnswer, string, object]>([
    [{ answer: 'approved' }, 'succeeded', { success: true }],
    [{ answer: 'change', feedback: 'Keep the old name.' }, 'succeeded', { success: true }],
    [
      { answer: 'rejected', feedback: 'Never.' },
      'denied',
      { error: 'GATE_DENIED', endsRun: true, denial: { source: 'person', reason: 'Never.' } },
    ],
  ])('is left with %j', async (answer, phase, expected) => {
    planning = true;
    planAnswer = Promise.resolve(answer);
    const resolved = await run('ExitPlanMode', { plan: proposal });
    expect(resolved.phase).toBe(phase);
    expect(resolved.result).toMatchObject(expected);
    expect(resolved.result.text).toContain(answer.feedback ?? 'approved');
    expect(resolved.result.endsRun ?? false).toBe(answer.answer === 'rejected');
    expect(asked).toEqual([{ callId: 'c1', text: proposal }]);
  });

  it('waits until somebody stops it', async () => {
    planning = true;
    planAnswer = new Promise(() => undefined);
    const stop = new AbortController();
    const resolved = run('ExitPlanMode', { plan: proposal }, stop.signal);
    await expect.poll(() => asked).toHaveLength(1);
    stop.abort(new AbortReason('stopped', 'The call was stopped by the person.'));
    expect((await resolved).result).toMatchObject({ error: 'ABORTED' });
  });
});

describe('AskUser', () => {
  it('tells what was chosen, and what was said in other words', async () => {
    answers = Promise.resolve([['Red'], ['Blue', 'and a bit of green'], []]);
    const { result } = await run('AskUser', { questions: [question, { ...question, multiple: true }, question] });
    expect(result.text).toBe(
      'The person answered:\n1. Which one?\n   Red\n2. Which one?\n   Blue; and a bit of green (their own words)\n' +
        '3. Which one?\n   No answer.',
    );
    expect(asked).toMatchObject([{ callId: 'c1', questions: [{}, { multiple: true }, {}] }]);
  });

  it('says in one line what was typed in many', async () => {
    answers = Promise.resolve([[`Red,\nand ${'so '.repeat(100)}`]]);
    const { summary } = (await run('AskUser', { questions: [question] })).result;
    expect(summary).toMatch(/^Red, and so .{100,150}…$/);
  });

  it.each([
    ['no question', []],
    ['too many questions', Array.from({ length: 5 }, () => question)],
    ['one option', [{ ...question, options: [{ label: 'Red' }] }]],
    ['an option twice', [{ ...question, options: [{ label: 'Red' }, { label: 'red' }] }]],
  ])('refuses %s', async (_, questions) => {
    expect((await run('AskUser', { questions })).result.error).toBe('INVALID_ARGS');
    expect(asked).toEqual([]);
  });

  it('is answered by an abort', async () => {
    answers = new Promise(() => undefined);
    const stop = new AbortController();
    const resolved = run('AskUser', { questions: [question] }, stop.signal);
    await expect.poll(() => asked).toHaveLength(1);
    stop.abort(new AbortReason('superseded', 'The person said something new.'));
    const { result } = await resolved;
    expect(result.error).toBe('ABORTED');
    expect(result.text).toContain('The person said something new.');
  });

  it('does not wait where a rule denies it', async () => {
    rules = [{ behavior: 'deny', rule: 'AskUser' }];
    expect((await run('AskUser', { questions: [question] })).phase).toBe('denied');
    expect(asked).toEqual([]);
  });
});
