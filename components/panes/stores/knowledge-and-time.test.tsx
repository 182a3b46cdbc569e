// @vitest-environment jsdom
import type { PoolEntryView } from '@/lib/client/tool-state';
import type { ClientState } from '@/lib/client/state';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { RestrictionStack } from '@/lib/tools/pool/restriction-stack';
import { createMemoryStore } from '@/lib/stores';
import { openKnowledgeStore } from '@/lib/stores/knowledge';
import { openMemoryStore } from '@/lib/stores/memory';
import { openCronStore } from '@/lib/stores/schedule/cron';
import { openWorkflowStore } from '@/lib/stores/workflows';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { ToolsPane } from '../tools-in-view/tools-pane';
import KnowledgeView from './knowledge/knowledge-view';
import MemoryView from './memory/memory-view';
import ScheduleView from './schedule/schedule-view';
import WorkflowsView from './workflows/workflows-view';

const closing: AbortController[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) one.abort();
  await unrenderAll();
});

const now = () => 0;
const click = (element: HTMLElement): Promise<void> =>
  act(async () => {
    element.click();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}
const ports = (given: ClientState['ports']): Partial<ClientState> => ({ ports: given });

describe('the memory', () => {
  it('is searched as an agent would, forgotten, and taken back', async () => {
    const memory = await openMemoryStore({ table: createMemoryStore(), now });
    await memory.store('Half up.', ['rounding']);
    await memory.store('Deploys on Tuesdays.', []);
    const { place } = await renderPage(ports({ memory }), <MemoryView />);
    expect(place.querySelectorAll('li')).toHaveLength(2);
    await type(field('input', 'Search the memory'), 'rounding');
    expect(place.querySelectorAll('li')).toHaveLength(1);
    await click(elementNamed('button', 'Forget: Half up.'));
    expect(memory.value).toHaveLength(1);
    await click(elementNamed('button', 'Undo'));
    expect(memory.value).toHaveLength(2);
  });

  it('says what it is for while it is empty', async () => {
    const { place } = await renderPage({}, <MemoryView />);
    expect(place.textContent).toContain('MemoryStore');
  });
});

it('a document is listed with where it is from, and removed', async () => {
  const knowledge = await openKnowledgeStore({ table: createMemoryStore(), now });
  await knowledge.ingest({ title: 'Prices', origin: 'docs/prices.md', text: 'Half up.' });
  const { place } = await renderPage(ports({ knowledge }), <KnowledgeView />);
  expect(place.textContent).toContain('docs/prices.md');
  await click(elementNamed('button', 'Remove Prices'));
  expect(place.textContent).toContain('No documents yet');
});

it('a job shows when it comes next and how it went, is run at once, and deleted', async () => {
  const closed = new AbortController();
  closing.push(closed);
  const cron = await openCronStore({
    table: createMemoryStore(),
    threadId: 't',
    now: () => Date.UTC(2026, 4, 1),
    wait: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    signal: closed.signal,
    perform: async () => ({ ok: false, text: 'red' }),
  });
  await cron.create({ name: 'Report', schedule: '0 9 * * *', timeZone: 'UTC', command: 'npm test', does: 'shell' });
  const { place } = await renderPage(ports({ cron }), <ScheduleView />);
  expect(place.textContent).toMatch(/next run May 1, 2026, 9:00\sAM \(UTC\)/);
  await click(elementNamed('button', 'Run Report now'));
  await expect.poll(() => place.textContent).toMatch(/failed May 1, 2026, 12:00\sAM \(UTC\) red/);
  await click(elementNamed('button', 'Delete Report'));
  expect(place.textContent).toContain('No jobs in this thread yet');
});

it('a workflow is run with what it has to be given, and shows how it gets on', async () => {
  const workflows = await openWorkflowStore({ table: createMemoryStore() });
  const steps = [{ id: 'read', tool: 'Read', input: { file_path: '{{input.file}}' } }];
  await workflows.save({ name: 'Look', description: 'Looks.', steps });
  const { client, place } = await renderPage(ports({ workflows }), <WorkflowsView />);
  const tried = vi.spyOn(client, 'tryCall').mockImplementation(async (_call, _signal, onOutput) => {
    onOutput?.('1/1 read (Read) …');
    const timings = { queuedAt: 0, startedAt: 0, endedAt: 1 };
    return { callId: 'c', phase: 'succeeded', result: { success: true, text: 'all 1 steps' }, timings };
  });
  await type(field('input', 'file'), 'a.ts');
  await click(elementNamed('button', 'Run'));
  expect(tried.mock.calls[0]?.[0]).toEqual({ name: 'WorkflowRun', args: '{"name":"Look","input":{"file":"a.ts"}}' });
  expect(place.textContent).toContain('1/1 read (Read)');
  expect(place.textContent).toContain('all 1 steps');
  await click(elementNamed('button', 'Delete Look'));
  expect(workflows.value).toEqual([]);
});

it('a workflow cannot be run where no tool does that, and the pane says so', async () => {
  const workflows = await openWorkflowStore({ table: createMemoryStore() });
  await workflows.save({ name: 'Look', description: 'Looks.', steps: [{ id: 'read', tool: 'Read', input: {} }] });
  const read = defineTool({
    name: 'Read',
    description: 'Reads.',
    kind: 'read',
    input: { type: 'object' },
    execute: () => '',
  });
  const pool: PoolEntryView[] = [
    { tool: eraseTool(read), name: 'Read', kind: 'read', source: 'builtin', enabled: true },
  ];
  const { place } = await renderPage({ ...ports({ workflows }), pool }, <WorkflowsView />);
  expect(elementNamed('button', 'Run')).toHaveProperty('disabled', true);
  expect(place.textContent).toContain('do not include WorkflowRun');
});

it('the list of tools says which skill narrows it', async () => {
  const restrictions = new RestrictionStack();
  const { place } = await renderPage(ports({ restrictions }), <ToolsPane />);
  expect(place.textContent).not.toContain('Narrowed');
  await act(async () => restrictions.push(['Read'], 'notes'));
  expect(place.textContent).toContain('Narrowed by skill notes');
  await act(async () => restrictions.reset());
  expect(place.textContent).not.toContain('Narrowed');
});
