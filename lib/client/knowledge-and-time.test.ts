import { builtinTools } from '@/lib/tools/builtin';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from './state';
import { createFakeServer } from './testing/fake-server';
import { createBrowser, createTestTools, idle, until } from './testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function setUp(turns: Parameters<typeof createFakeServer>[0] = () => ({ text: 'Done.' })) {
  const browser = createBrowser(createFakeServer(turns), { ...createTestTools(), tools: [...builtinTools] });
  closing.push(browser.close);
  return browser;
}
const never = new AbortController().signal;
const call = async (host: Client, name: string, input: object) =>
  (await host.tryCall({ name, args: JSON.stringify(input) }, never)).result;
const ready = (host: Client) => until(host, ({ ports }) => ports.memory !== undefined);

describe('what is kept in the browser', () => {
  it('is recalled in another tab, which hears of it at once', async () => {
    const browser = setUp();
    const [one, two] = [browser.tab(), browser.tab()];
    await ready(two);
    expect((await call(one, 'MemoryStore', { text: 'Half up.' })).success).toBe(true);
    await expect.poll(() => two.store.getState().ports.memory?.value).toHaveLength(1);
    expect((await call(two, 'MemoryRecall', { query: 'half' })).text).toContain('Half up.');
    expect((await call(two, 'KnowledgeIngest', { text: 'Rates.', title: 'x' })).success).toBe(true);
    expect((await call(browser.tab(), 'KnowledgeSearch', { query: 'rates' })).summary).toBe('1 passage');
  });
});

describe('a workflow', () => {
  it('makes its calls through the pipeline, and tells of them in the details', async () => {
    const host = setUp().tab();
    const step = (id: string, command: string) => ({ id, tool: 'Bash', input: { command } });
    const steps = [step('one', 'echo hello'), step('two', "echo 'it said: {{steps.one.details.exitCode}}'")];
    const made = await call(host, 'WorkflowCreate', { name: 'w', description: 'x', steps });
    expect(made.success).toBe(true);
    const { text, details } = await call(host, 'WorkflowRun', { name: 'w' });
    expect(text).toContain('it said: 0');
    expect(details?.nested).toMatchObject([{ name: 'Bash', phase: 'succeeded' }, { phase: 'succeeded' }]);
  });
});

describe('the schedule', () => {
  const jobs = [
    { name: 'shell', schedule: '0 0 1 1 *', command: 'echo stamped', does: 'shell' },
    { name: 'prompt', schedule: '0 0 1 1 *', command: 'How are the tests?' },
  ];
  const make = jobs.map((args, at) => ({ id: `c${at}`, name: 'CronCreate', args }));
  const options = [{ label: 'Red' }, { label: 'Blue' }];
  const question = { id: 'q', name: 'AskUser', args: { questions: [{ question: 'Which?', options }] } };

  it('runs a command line in the sandbox, and says a prompt to the agent of its thread', async () => {
    const host = setUp(({ callOrder }) => (callOrder.length === 0 ? { calls: make } : { text: 'Done.' })).tab();
    await host.send('Go');
    const { ports } = await until(host, (state) => idle(state) && state.calls.length === 2);
    for (const { id } of ports.cron?.value ?? []) expect(await ports.cron?.run(id)).toBe(true);
    const [shell, prompt] = ports.cron?.value ?? [];
    expect(shell?.lastRun).toMatchObject({ state: 'succeeded', text: expect.stringContaining('stamped') });
    expect(prompt?.lastRun).toMatchObject({ state: 'succeeded' });
    const { thread } = await until(host, (state) => idle(state) && state.thread.runs.length > 1);
    expect(JSON.stringify(thread.messages)).toContain('Said by the schedule');
  });

  it('says nothing in another thread, and waits for a question that is open in its own', async () => {
    const host = setUp(({ messages, callOrder }) => {
      if (callOrder.length > 2) return { text: 'Done.' };
      return { calls: messages.length < 3 ? make : [question] };
    }).tab();
    await host.send('Go');
    await until(host, ({ questions }) => questions.length > 0);
    const { ports, threadId } = host.store.getState();
    const [, prompt] = ports.cron?.value ?? [];
    const run = ports.cron?.run(prompt?.id ?? '');
    await expect.poll(() => ports.cron?.value[1]?.lastRun?.state).toBe('waiting');
    expect(host.store.getState().questions).toHaveLength(1);
    await host.newThread();
    await host.send('Something else');
    expect(await run).toBe(true);
    const { thread } = await until(host, ({ questions }) => questions.length > 0);
    expect(JSON.stringify(thread.messages)).not.toContain('Said by the schedule');
    expect(host.store.getState().ports.cron?.value).toHaveLength(2);
    await host.openThread(threadId ?? '');
    const { ports: again } = await until(
      host,
      (state) => state.threadId === threadId && state.ports.cron !== undefined,
    );
    await expect.poll(() => again.cron?.value.map(({ lastRun }) => lastRun?.state)).toEqual([undefined, 'failed']);
  });
});

describe('a skill', () => {
  it('narrows the tools of its thread until the agent is done', async () => {
    const seen: (string | undefined)[] = [];
    const host = setUp(({ callOrder }) => {
      if (callOrder.length === 0) return { calls: [{ id: 'c1', name: 'Skill', args: { skill: 'look' } }] };
      if (callOrder.length === 1) return { calls: [{ id: 'c2', name: 'Bash', args: { command: 'true' } }] };
      return { text: 'Done.' };
    }).tab();
    const skill = '---\ndescription: x\nallowed-tools: [Read]\n---\nLook.';
    expect((await call(host, 'Write', { file_path: 'skills/look/SKILL.md', content: skill })).success).toBe(true);
    host.store.subscribe(({ ports }) => seen.push(ports.restrictions?.by));
    await host.send('Look.');
    const { calls, ports } = await until(host, (state) => idle(state) && state.calls.length === 2);
    expect(calls[1]?.result).toMatchObject({ error: 'TOOL_NOT_FOUND' });
    expect(seen).toContain('look');
    expect(ports.restrictions?.depth).toBe(0);
  });
});
