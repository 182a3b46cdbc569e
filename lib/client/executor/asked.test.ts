import { afterEach, describe, expect, it } from 'vitest';
import { askUser } from '@/lib/tools/builtin/people/ask-user';
import { enterPlanMode } from '@/lib/tools/builtin/plans/enter-plan-mode';
import { exitPlanMode } from '@/lib/tools/builtin/plans/exit-plan-mode';
import { todoWrite } from '@/lib/tools/builtin/tasks/todo-write';
import { eraseTool } from '@/lib/tools/tool';
import type { Client } from '../state';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const TOOLS = [eraseTool(askUser), eraseTool(enterPlanMode), eraseTool(exitPlanMode), eraseTool(todoWrite)];
const questions = [{ question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }];
const ask = { id: 'ask', name: 'AskUser', args: { questions } };
const todo = { content: 'Do it', status: 'in_progress', activeForm: 'Doing it' };

function setUp(...script: FakeTurn[]) {
  const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
  const browser = createBrowser(server, { ...createTestTools(), tools: TOOLS });
  closing.push(browser.close);
  return { server, browser };
}

const asked = (host: Client) => until(host, (state) => state.questions.length > 0);
const resultOf = (host: Client, id: string) => host.store.getState().calls.find((call) => call.id === id)?.result;

describe('a question', () => {
  it('waits for the person, whatever the mode, and the agent goes on with the answer', async () => {
    const { server, browser } = setUp({ calls: [ask] });
    const host = browser.tab({ mode: 'default' });
    await host.send('Go');
    const { status, calls, approvals } = await asked(host);
    expect([status, calls[0]?.phase, approvals]).toEqual(['approval', 'awaiting-approval', []]);
    host.answer('ask', [['Blue']]);
    await until(host, (state) => idle(state) && state.questions.length === 0);
    expect(resultOf(host, 'ask')?.text).toContain('Blue');
    expect(server.turns).toBe(2);
  });

  it.each<[string, (host: Client) => Promise<unknown>]>([
    ['a stop', (host) => host.stop()],
    ['something new', (host) => host.send('Never mind.')],
  ])('is answered by %s', async (_, end) => {
    const { browser } = setUp({ calls: [ask] });
    const host = browser.tab();
    await host.send('Go');
    await asked(host);
    await end(host);
    await until(host, (state) => idle(state) && state.questions.length === 0);
    expect(resultOf(host, 'ask')?.error).toBe('ABORTED');
  });

  it('waits again after a reload, as long as before, and its answer is the call’s one result', async () => {
    const { server, browser } = setUp({ calls: [{ ...ask, at: 1000 }] });
    const first = browser.tab();
    await first.send('Go');
    const { threadId } = await asked(first);
    first.dispose();
    const second = browser.tab({ threadId: threadId ?? '' });
    const again = await asked(second);
    expect(again.questions).toEqual([{ callId: 'ask', questions }]);
    expect(again.calls[0]?.timings?.queuedAt).toBe(1000);
    second.answer('ask', [['Blue']]);
    await until(second, (state) => idle(state) && resultOf(second, 'ask') !== undefined);
    expect(resultOf(second, 'ask')?.text).toContain('Blue');
    expect(server.turns).toBe(2);
  });
});

describe('a plan', () => {
  it('is planned in mode plan and carried out in mode default', async () => {
    const { browser } = setUp(
      { calls: [{ id: 'enter', name: 'EnterPlanMode', args: {} }] },
      { calls: [{ id: 'exit', name: 'ExitPlanMode', args: { plan: '# A plan' } }] },
    );
    const host = browser.tab({ mode: 'acceptEdits' });
    await host.send('Go');
    const waiting = await until(host, (state) => state.plans.length > 0);
    expect([waiting.mode, waiting.plans, waiting.ports.plan?.value?.state]).toEqual([
      'plan',
      [{ callId: 'exit', text: '# A plan' }],
      'submitted',
    ]);
    host.answerPlan('exit', { answer: 'approved' });
    const { mode, ports } = await until(host, (state) => idle(state) && state.plans.length === 0);
    expect([mode, ports.plan?.value]).toEqual(['default', { text: '# A plan', state: 'approved' }]);
  });
});

describe('a plan that waits', () => {
  it('waits again after a reload, still in mode plan', async () => {
    const { browser } = setUp(
      { calls: [{ id: 'enter', name: 'EnterPlanMode', args: {} }] },
      { calls: [{ id: 'exit', name: 'ExitPlanMode', args: { plan: '# A plan' } }] },
    );
    const first = browser.tab({ mode: 'acceptEdits' });
    await first.send('Go');
    const { threadId } = await until(first, (state) => state.plans.length > 0);
    first.dispose();
    const second = browser.tab({ threadId: threadId ?? '', mode: 'acceptEdits' });
    const { mode, ports } = await until(second, (state) => state.plans.length > 0);
    expect([mode, ports.plan?.value?.state]).toEqual(['plan', 'submitted']);
    second.answerPlan('exit', { answer: 'approved' });
    await until(second, idle);
    expect(resultOf(second, 'exit')?.summary).toBe('Approved');
  });
});

describe('a to-do list', () => {
  it('belongs to its thread, and is there again after a reload', async () => {
    const { browser } = setUp({ calls: [{ id: 'todo', name: 'TodoWrite', args: { todos: [todo] } }] });
    const first = browser.tab();
    await first.send('Go');
    const { threadId, ports } = await until(first, (state) => idle(state) && resultOf(first, 'todo') !== undefined);
    expect(ports.todos?.value).toEqual([todo]);
    await first.newThread();
    expect((await until(first, (state) => state.ports.todos === undefined)).threadId).toBeNull();
    const second = browser.tab({ threadId: threadId ?? '' });
    const again = await until(second, (state) => state.ports.todos !== undefined);
    expect(again.ports.todos?.value).toEqual([todo]);
  });
});
