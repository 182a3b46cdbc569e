// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../fixtures/render';
import { TraceList } from './trace-list';

afterEach(unrenderAll);

it('tells outcomes apart by word and by icon, and an icon stands in the first line of what is said', async () => {
  const outcomes = ['passed', 'changed', 'blocked', 'failed', 'noted'] as const;
  const trace = outcomes.map((outcome) => ({ step: 'hooks', outcome, note: 'A note.', startedAt: 0, endedAt: 1 }));
  const { place } = await renderPage({}, <TraceList label="Trace" trace={trace} />);
  const lines = [...place.querySelectorAll('li')];
  expect(lines.map((line) => line.querySelector('span')?.textContent)).toEqual([
    'passed',
    'changed it',
    'blocked it',
    'failed',
    'noted',
  ]);
  const icons = lines.map((line) => line.querySelector('svg'));
  expect(new Set(icons.map((icon) => icon?.innerHTML)).size).toBe(outcomes.length);
  for (const icon of icons) expect(icon?.getAttribute('class')).toContain('self-start');
});
