import { expect, it } from 'vitest';
import type { Client } from '@/lib/client/state';
import { idle, until } from '@/lib/client/testing/test-tab';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

const settled = (host: Client) => until(host, (state) => idle(state) && state.thread.runs.length > 0);
const outcomes = (host: Client): string[] =>
  host.store.getState().calls.map(({ name, result }) => `${name} ${result?.error ?? 'ok'}`);
const lastText = (host: Client): string => {
  const message = host.store.getState().thread.messages.findLast(({ role }) => role === 'assistant');
  return message?.role === 'assistant' ? (message.content ?? '') : '';
};

async function play(open: Awaited<ReturnType<typeof openBrowser>>, id: string): Promise<Client> {
  const host = open({ scenario: id });
  await host.send(promptOf(id));
  const { thread } = await settled(host);
  expectOneResultEach(thread);
  return host;
}

it('memory: a later conversation knows what an earlier one found out', async () => {
  const open = await openBrowser();
  const first = await play(open, 'memory');
  expect(outcomes(first)).toEqual(['MemoryRecall ok', 'KnowledgeIngest ok', 'KnowledgeSearch ok', 'MemoryStore ok']);
  const second = await play(open, 'memory');
  expect(outcomes(second)).toEqual(['MemoryRecall ok']);
  expect(lastText(second)).toContain('half up, once');
});

it('workflow: a reference is fixed, a run succeeds, and one stops at the step that fails', async () => {
  const host = await play(await openBrowser(), 'workflow');
  expect(outcomes(host)).toEqual([
    'WorkflowCreate INVALID_ARGS',
    'WorkflowCreate ok',
    'WorkflowRun ok',
    'WorkflowRun EXECUTION_ERROR',
  ]);
  const [, , run, stopped] = host.store.getState().calls;
  expect(run?.result?.text).toContain('docs/prices.md: 15 lines');
  expect(stopped?.result?.details?.nested).toMatchObject([{ name: 'Read', error: 'NOT_FOUND' }]);
});

it('skill: a tool is refused while the skill runs, and there again afterwards', async () => {
  const open = await openBrowser();
  const host = open({ scenario: 'skill' });
  host.setMode('bypassPermissions');
  await host.send(promptOf('skill'));
  await settled(host);
  expect(outcomes(host)).toEqual(['Skill ok', 'Skill ok', 'Bash TOOL_NOT_FOUND', 'Read ok', 'Skill ok', 'Bash ok']);
});

it('cron: what the clock asks is answered as what a person asks', async () => {
  const host = await play(await openBrowser(), 'cron');
  expect(outcomes(host)).toEqual(['CronCreate ok', 'CronCreate ok', 'CronList ok']);
  const { cron } = host.store.getState().ports;
  for (const { id } of cron?.value ?? []) expect(await cron?.run(id)).toBe(true);
  await until(host, (state) => idle(state) && state.calls.length === 4);
  await until(host, () => lastText(host).startsWith('There'));
  expect(lastText(host)).toBe('There are 1.');
  expect(cron?.value.map(({ lastRun }) => lastRun?.state)).toEqual(['succeeded', 'succeeded']);
});
