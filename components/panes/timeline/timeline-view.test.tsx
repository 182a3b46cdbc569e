// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import TimelineView from './timeline-view';

beforeAll(() => {
  // jsdom lays nothing out.
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
