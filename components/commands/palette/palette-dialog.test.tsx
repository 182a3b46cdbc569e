// @vitest-environment jsdom
import { act } from 'react';
import { coreTools } from '@/lib/tools/builtin';
import { afterEach, expect, it } from 'vitest';
import { poolEntryView } from '../../fixtures/pool-entry-view';
import { elementNamed, field, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import PaletteDialog from './palette-dialog';

// cmdk needs it, and jsdom lacks it.
Element.prototype.scrollIntoView = () => undefined;

afterEach(unrenderAll);

it('offers what can be done now, also when that changes while it is open', async () => {
  const { client } = await renderPage({ status: 'model' }, <PaletteDialog />);
  const offered = (): string => document.querySelector('[role=listbox]')?.textContent ?? '';
  expect(offered()).toContain('Stop');
  await act(async () => client.store.setState({ status: 'idle' }));
  expect(offered()).not.toContain('Stop');
});

const type = (typed: string): Promise<void> =>
  act(async () => {
    const input = field('input', '');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

it.each(['😀', '.*('])('says that nothing matches %s', async (typed) => {
  await renderPage({}, <PaletteDialog />);
  await type(typed);
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
  expect(document.body.textContent).toContain('No command matches.');
});

it.each([
  ['new file', 'New file', 'newFile'],
  ['zip', 'Open a zip archive…', 'openZip'],
  ['clone', 'Clone a git repository…', 'openRepository'],
  ['download', 'Download as a zip', 'downloadAll'],
])('has the commands of the Files menu: %s', async (typed, title, command) => {
  const { page } = await renderPage(states.finished, <PaletteDialog />);
  await type(typed);
  const option = elementNamed('[role=option]', title);
  const begun = new Promise((resolve) => page.ui.subscribe((ui) => ui.projectCommand && resolve(ui.projectCommand)));
  await act(async () => option.click());
  await act(async () => expect(await begun).toBe(command));
});

it('gives all of what a tool does as a title, where its line is cut off', async () => {
  const pool = coreTools.map((tool) => poolEntryView(tool));
  await renderPage({ ...states.finished, pool }, <PaletteDialog />);
  await type('grep');
  const line = elementNamed('[role=option]', 'Grep').querySelector('.truncate');
  expect(line?.getAttribute('title')).toMatch(/^\S+ .*\.$/);
  expect(line?.getAttribute('title')).toBe(line?.textContent);
});

it('has the other language, by its name in this one', async () => {
  await renderPage({}, <PaletteDialog />);
  await type('chinese');
  expect(document.querySelector('[role=option]')?.textContent).toBe('Language: 中文 (Chinese)');
});
