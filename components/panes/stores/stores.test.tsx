// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ClientState } from '@/lib/client/state';
import type { Plan, Task, TaskStore } from '@/lib/ports';
import { textOf } from '../../messages/text';
import { elementNamed, renderPage, settled, unrenderAll } from '../../fixtures/render';
import { STORE_PANES } from './registry';
import StoresView from './stores-view';

beforeAll(async () => {
  await Promise.all([import('../../elements/markdown/rendered-markdown'), ...STORE_PANES.map(({ load }) => load())]);
});
afterEach(unrenderAll);

const click = (element: HTMLElement) => act(async () => element.click());
const nothing = async () => undefined;
const subscribe = () => () => undefined;

const TASKS: readonly Task[] = [
  { id: 'task-1', kind: 'plan', title: 'Read', status: 'running', owner: 'scout', createdAt: 0 },
  { id: 'task-2', kind: 'plan', title: 'Write', status: 'pending', blockedBy: ['task-1'], createdAt: 0 },
  { id: 'shell-1', kind: 'shell', title: 'npm run dev', status: 'running', createdAt: 0, startedAt: 0 },
];
const tasks = (stop = vi.fn(nothing)): TaskStore => ({
  value: TASKS,
  subscribe,
  create: () => Promise.reject(new Error()),
  start: () => Promise.reject(new Error()),
  get: (id) => TASKS.find((task) => task.id === id),
  update: nothing,
  stop,
  output: (id) => (id === 'shell-1' ? 'listening\n' : ''),
  takeNew: () => '',
  clearOutput: () => undefined,
  ended: async () => undefined,
});
const plan = (value: Plan): ClientState['ports'] => ({
  plan: {
    value,
    subscribe,
    planning: false,
    enter: nothing,
    draft: nothing,
    submit: () => Promise.reject(new Error()),
  },
});

const show = async (title: string, ports: ClientState['ports'], state: Partial<ClientState> = {}) => {
  const page = await renderPage({ ...state, ports }, <StoresView />);
  await click(elementNamed('nav button', title));
  return page;
};
const shown = (place: HTMLElement) => place.querySelector('nav + section')?.textContent ?? '';

describe('the pane of stores', () => {
  it('says of each store what is in it, or what fills it', async () => {
    const { place, page } = await renderPage({}, <StoresView />);
    for (const { id } of STORE_PANES) {
      await click(elementNamed('nav button', textOf('stores')(id)));
      expect(page.ui.getState()).toMatchObject({ detail: 'stores', store: id });
      await settled();
      const text = place.querySelector('nav + section')?.textContent ?? '';
      expect(text).toMatch(/^(?!Loading).{20,}/s);
    }
  });

  it('counts what is in them', async () => {
    await show('Tasks', { tasks: tasks() });
    expect(elementNamed('nav button', 'Tasks').textContent).toBe('Tasks3');
    expect(elementNamed('nav button', 'To-dos').textContent).toBe('To-dos');
  });
});

describe('tasks', () => {
  it('say how they stand, and what they wait for', async () => {
    const { place } = await show('Tasks', { tasks: tasks() });
    expect([...place.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      'Readtask-1running',
      'Writetask-2blocked',
      'npm run devshell-1running',
    ]);
    await click(elementNamed('li button', 'Write'));
    expect(elementNamed('section', 'Task task-2').textContent).toContain('Waits fortask-1');
  });

  it('show what they put out, and can be stopped', async () => {
    const stop = vi.fn(nothing);
    await show('Tasks', { tasks: tasks(stop) });
    expect(elementNamed('pre', 'Output of shell-1').textContent).toBe('listening\n');
    await click(elementNamed('section button', 'Stop'));
    expect(stop).toHaveBeenCalledExactlyOnceWith('shell-1');
  });

  it('cannot be stopped from a tab that only watches', async () => {
    const { place } = await show('Tasks', { tasks: tasks() }, { executor: 'elsewhere' });
    expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Stop');
  });
});

describe('the plan', () => {
  it.each<[Plan['state'], string]>([
    ['draft', 'draft'],
    ['submitted', 'waiting for you'],
    ['change', 'changes requested'],
    ['rejected', 'rejected'],
  ])('%s reads “%s”', async (state, words) => {
    const { place } = await show('Plan', plan({ text: '# Move it', state, feedback: 'Shorter.' }));
    expect(shown(place)).toContain(words);
    expect(place.querySelector('h1')?.textContent).toBe('Move it');
    expect(shown(place)).toContain('Shorter.');
  });
});

describe('the plan that waits', () => {
  it('can be answered where it is read', async () => {
    const waiting = plan({ text: '# Move it', state: 'submitted' });
    const { client, place } = await show('Plan', waiting, { plans: [{ callId: 'c1', text: '# Move it' }] });
    const answered = vi.spyOn(client, 'answerPlan');
    await click(elementNamed('[aria-label="Your answer to the plan"] button', 'Approve A'));
    expect(answered.mock.calls).toEqual([['c1', { answer: 'approved' }]]);
    await click(elementNamed('[aria-label="Your answer to the plan"] button', 'Reject… D'));
    expect(place.querySelector('[aria-label="Reason for rejecting"]')).not.toBeNull();
  });
});

describe('to-dos', () => {
  it('stand with how far they are', async () => {
    const value = (['completed', 'in_progress', 'pending'] as const).map((status, index) => ({
      content: `Do ${index}`,
      status,
      activeForm: `Doing ${index}`,
    }));
    const { place } = await show('To-dos', { todos: { value, subscribe, set: nothing } });
    expect([...place.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      'Do 0done',
      'Doing 1in progress',
      'Do 2to do',
    ]);
    expect(place.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('1');
  });
});
