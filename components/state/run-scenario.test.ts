import { expect, it, vi } from 'vitest';
import { fakeClient } from '../fixtures/fake-client';
import { beginThread, chooseScenario } from './choose';
import { createClientHandle } from './client-handle';
import { runScenario } from './run-scenario';
import { createUi, diffTab, fileTab, type Leaving } from './ui';

const catalogue = {
  scenarios: [{ id: 'one', title: 'One', summary: '', prompt: 'Go.' }],
  models: [],
  tools: [],
  presets: [],
  indexTokens: 0,
};
const change = { path: 'a.ts', change: 'modify' as const, patch: '', added: 1, removed: 0, callIds: [] };

it.each([
  ['a person changed files in it', 'thread', { saves: 1 }, 'run-again', []],
  ['calls did', 'thread', {}, null, ['Go.']],
  ['there is none yet', null, { saves: 1 }, null, ['Go.']],
])('a run beside a thread asks first where %s', async (_, threadId, by, dialog, said) => {
  const host = fakeClient({ threadId, changes: [{ ...change, ...by }] });
  const send = vi.spyOn(host, 'send');
  const client = createClientHandle();
  const ui = createUi();
  client.start(async () => host);
  await expect.poll(() => client.store.getState().threadId).toBe(threadId);
  await new Promise((resolve) => setTimeout(resolve));
  runScenario({ client, ui, catalogue });
  await new Promise((resolve) => setTimeout(resolve));
  expect([ui.getState().dialog, send.mock.calls.map(([prompt]) => prompt)]).toEqual([dialog, said]);
});

it.each([
  ['own files', 'thread', { saves: 1 }, [], true],
  ['files of their terminal', 'thread', {}, ['b.ts'], true],
  ['nothing', 'thread', {}, [], false],
  ['own files, but in no thread', null, { saves: 1 }, ['b.ts'], false],
])(
  'another scenario, its run and a new thread ask first where a person changed %s',
  async (_, threadId, by, terminal, asks) => {
    const client = createClientHandle();
    client.store.setState({ threadId, changes: [{ ...change, ...by }] });
    const asked = (go: (page: { client: typeof client; ui: ReturnType<typeof createUi> }) => void) => {
      const ui = createUi({ terminalEdits: new Set(terminal) });
      go({ client, ui });
      return [ui.getState().dialog, ui.getState().leavingFor];
    };
    const when = (leaving: Leaving) => (asks ? ['run-again', leaving] : [null, null]);
    expect(asked((page) => chooseScenario(page, 'one'))).toEqual(when({ to: 'scenario', scenario: 'one' }));
    expect(asked(beginThread)).toEqual(when({ to: 'thread' }));
    expect(asked((page) => runScenario({ ...page, catalogue }, 'one'))).toEqual(when({ to: 'run', scenario: 'one' }));
  },
);

it.each([null, 'thread'])('is run once where it is asked for twice at once, in the thread %s', async (threadId) => {
  const host = fakeClient({ threadId });
  const send = vi.spyOn(host, 'send');
  const client = createClientHandle();
  const page = { client, ui: createUi(), catalogue };
  runScenario(page);
  runScenario(page);
  client.start(async () => host);
  await expect.poll(() => send.mock.calls.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(send).toHaveBeenCalledOnce();
  runScenario(page);
  await expect.poll(() => send.mock.calls.length).toBe(2);
});

it.each([
  [null, ['file:/a', 'diff:c'], ['file:/a']],
  ['thread', ['file:/a', 'diff:c'], []],
])('leaves the files open that it begins with: in the thread %s', (threadId, before, after) => {
  const ui = createUi();
  const client = createClientHandle();
  client.store.setState({ threadId });
  ui.getState().openTab(diffTab('c', '/b'));
  ui.getState().openTab(fileTab('/a'), true);
  expect(new Set(ui.getState().tabs.map(({ id }) => id))).toEqual(new Set(before));
  runScenario({ client, ui, catalogue });
  // What the agent changes is shown beside it.
  ui.getState().followTab(diffTab('d', '/a'));
  expect(ui.getState().tabs.map(({ id }) => id)).toEqual([...after, 'diff:d']);
});
