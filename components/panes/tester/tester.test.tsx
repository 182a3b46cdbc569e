// @vitest-environment jsdom
import { builtinTools } from '@/lib/tools/builtin';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { poolEntryView } from '../../fixtures/pool-entry-view';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { Tester } from './tester';

vi.mock('../../elements/monaco', () => ({ CodeEditor: () => null, CodeView: () => null }));
beforeAll(() => void (Element.prototype.scrollIntoView = () => undefined));
afterEach(unrenderAll);

/** The text nodes of the element, one by one. */
function pieces(place: HTMLElement): string[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
  return found;
}

it.each(['Grep', 'Edit'])(
  '%s: what has to be called first is said, and nothing where there is nothing',
  async (name) => {
    const tool = builtinTools.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no ${name}.`);
    const { place } = await renderPage({}, <Tester entry={poolEntryView(tool)} />);
    expect(place.textContent).toContain('Misspell a field');
    expect(pieces(place).filter((piece) => /^\d+$/.test(piece))).toEqual([]);
    expect(place.textContent?.includes('Write')).toBe(name === 'Edit');
  },
);

it.each([
  ['{"pattern":"a","outputMod":"x"}', true],
  ['{"pattern":', true],
  ['{"pattern":"a"}', false],
  [undefined, false],
])('arguments to begin with are sent at once where they are refused anyway: %s', async (start, sent) => {
  const tool = builtinTools.find(({ name }) => name === 'Grep');
  if (!tool) throw new Error('There is no Grep.');
  const { place } = await renderPage({}, <Tester entry={poolEntryView(tool)} start={start} />);
  expect(place.querySelector('[aria-label="Outcome of the call"]') !== null).toBe(sent);
});
