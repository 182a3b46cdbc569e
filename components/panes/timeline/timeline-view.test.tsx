// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { emptyThread } from '@/lib/protocol';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import TimelineView from './timeline-view';

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(unrenderAll);

const START = 1_700_000_000_000;
const calls = Array.from({ length: 1000 }, (_, index) =>
  callView({
    id: `c${index}`,
    title: `Read file ${index}`,
    phase: index === 500 ? 'failed' : 'succeeded',
    timings: { queuedAt: START + index, startedAt: START + index, endedAt: START + index + 0.9 },
    result: { success: index !== 500, text: 'text' },
  }),
);
const turn = (startedAt: number) => ({
  runId: 'run-1',
  model: 'scripted',
  stop: 'end',
  inputTokens: 1,
  outputTokens: 1,
  cachedInputTokens: 0,
  cost: 0,
  startedAt,
  endedAt: startedAt + 50,
});
const press = (key: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const focused = () => document.activeElement?.getAttribute('data-bar');

it('draws no more bars of a thousand calls than can be seen, and hides no failure', async () => {
  const { place } = await renderPage({ ...states.finished, calls }, <TimelineView />);
  const bars = () => place.querySelectorAll('[data-bar]').length;
  expect(bars()).toBeGreaterThan(100);
  expect(bars()).toBeLessThan(400);
  expect(place.querySelector('[data-bar="c500"]')).not.toBeNull();
  await act(async () => place.querySelector<HTMLElement>('[data-bar="c0"]')?.focus());
  for (let presses = 0; presses < 6; presses += 1) {
    await press('+');
    expect(bars()).toBeLessThan(700);
  }
});

it('keeps the bar that has the focus where it is moved out of sight', async () => {
  const { place } = await renderPage({ ...states.finished, calls }, <TimelineView />);
  await act(async () => place.querySelector<HTMLElement>('[data-bar="c0"]')?.focus());
  for (const key of ['+', '+', '+', '+', '+', '+']) await press(key);
  expect(focused()).toBe('c0');
  await press('0');
  expect(place.textContent).not.toContain('Show all');
});

it('leads arrow keys to every call, drawn or not', async () => {
  const { place } = await renderPage({ ...states.finished, calls }, <TimelineView />);
  await act(async () => place.querySelector<HTMLElement>('[data-bar="c0"]')?.focus());
  for (let index = 1; index <= 6; index += 1) {
    await press('ArrowRight');
    expect(focused()).toBe(`c${index}`);
  }
  await press('ArrowLeft');
  expect(focused()).toBe('c5');
});

it.each([
  ['its own', 'turn:0', 't', 100],
  ['an agent’s', 'agent-1:turn:0', 'thread-of-agent-1', 300],
])('leads from a turn to the request of it, %s', async (_, bar, threadId, startedAt) => {
  const thread = (from: number) => ({ ...emptyThread, turns: [turn(from)] });
  const state = { threadId: 't', thread: thread(100), agents: [agentView({ thread: thread(300) })] };
  const { place, page } = await renderPage(state, <TimelineView />);
  for (const lanes of place.querySelectorAll<HTMLElement>('[aria-expanded=false]'))
    await act(async () => lanes.click());
  await act(async () => place.querySelector<HTMLElement>(`[data-bar="${bar}"]`)?.click());
  expect(page.ui.getState()).toMatchObject({ detail: 'requests', askedTurn: { threadId, startedAt } });
});
