// @vitest-environment jsdom
import { createOwnPacks } from '@/lib/client/own-packs';
import { createMemoryStore } from '@/lib/stores';
import type { Pack } from '@/lib/workshop/pack';
import { packFile } from '@/lib/workshop/pack-store';
import { packFragment } from '@/lib/workshop/pack-link';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { packAddress } from '../pack-address';
import WorkshopView from './workshop-view';

vi.mock('../../elements/monaco', () => {
  const Text = ({ label, text }: { label: string; text: string }) => <pre aria-label={label}>{text}</pre>;
  const Editor = ({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) => (
    <textarea aria-label={label} value={text} onChange={({ target }) => onChange(target.value)} />
  );
  return { CodeEditor: Editor, CodeView: Text };
});

afterEach(async () => {
  await unrenderAll();
  history.replaceState(null, '', '/');
});

const PACK: Pack = {
  toolyardPack: 1,
  name: 'greetings',
  files: {
    'main.ts': "context.shell.run('ls'); context.files.read('a'); throw new Error('ran')",
    'lib/words.ts': 'export const a = 1;',
  },
};
const click = (element: HTMLElement): Promise<void> => act(async () => element.click());
async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  );
  if (!found) throw new Error(`There is no button ${name}.`);
  return found;
};

async function open(table = createMemoryStore()) {
  const { packs } = createOwnPacks({
    table,
    // There is no worker here, and the runtime of packs cannot be fetched either.
    codeRunner: { run: () => Promise.reject(new Error('away')) },
    fetch: async () => new Response('', { status: 503 }),
    onChange: () => undefined,
  });
  const check = vi.spyOn(packs, 'check');
  const { place } = await renderPage({}, <WorkshopView />, { packs });
  return { packs, check, place };
}

it('a pack from a link is shown; nothing of it runs or is kept before a person takes it, and it is not switched on', async () => {
  location.hash = (await packFragment(PACK)) ?? '';
  const { packs, check, place } = await open();
  await expect.poll(() => place.textContent).toContain('Somebody sent you this pack');
  expect(elementNamed('pre', 'main.ts of the pack').textContent).toContain("Error('ran')");
  expect(check).not.toHaveBeenCalled();
  expect(await packs.all()).toEqual([]);
  // The person agrees to each thing that it uses, or does not.
  expect(button('Files').getAttribute('aria-checked')).toBe('true');
  await click(button('Shell'));
  expect(button('Shell').getAttribute('aria-checked')).toBe('false');
  await click(button('Add to my packs'));
  await expect.poll(() => check).toHaveBeenCalled();
  expect(await packs.all()).toMatchObject([{ pack: PACK, on: false, uses: ['files'] }]);
  expect(location.hash).toBe('');
});

it('a pack from a link can be left, and a damaged link says what it is', async () => {
  location.hash = (await packFragment(PACK)) ?? '';
  const { packs, place } = await open();
  await expect.poll(() => place.textContent).toContain('Somebody sent you this pack');
  await click(button('Don’t add it'));
  expect(place.textContent).toContain('Make a tool of your own');
  expect(await packs.all()).toEqual([]);
  await act(async () => {
    location.hash = '#pack=broken';
  });
  await expect.poll(() => place.textContent).toContain('This link cannot be opened. It carries no pack.');
});

it('a pack from a file is shown first, too, and a file that is none says why', async () => {
  const { packs, check, place } = await open();
  const input = await vi.waitFor(() => field('input', 'Pack file'), { timeout: 60_000 });
  const give = (text: string): Promise<void> =>
    act(async () => {
      Object.defineProperty(input, 'files', { value: [new File([text], 'a.json')], configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await give('{}');
  await expect.poll(() => place.textContent).toContain('It is JSON, but no pack of Toolyard.');
  await give(packFile(PACK));
  await expect.poll(() => place.textContent).toContain('Somebody sent you this pack');
  expect(check).not.toHaveBeenCalled();
  await click(button('Add to my packs'));
  await expect.poll(() => packs.all()).toMatchObject([{ pack: PACK, on: false, uses: ['files', 'shell'] }]);
});

it('a pack begins with a declaration, gets a file, and is had again as it was', async () => {
  const { packs, place } = await open();
  const declaration = await vi.waitFor(() => field('textarea', 'Declaration or JSON Schema'), { timeout: 60_000 });
  await type(declaration, '{');
  await click(button('Begin with it'));
  expect(place.textContent).toContain('It is no JSON');
  await type(declaration, '{ "name": "get_weather", "description": "d", "input_schema": { "type": "object" } }');
  await click(button('Begin with it'));
  const files = async () => (await packs.all())[0]?.pack.files ?? {};
  await expect.poll(async () => (await files())['main.ts']).toContain('get_weather');
  await expect.poll(() => field('textarea', 'Source of main.ts').value).toContain('get_weather');

  await click(button('New file'));
  await type(field('input', 'Name'), 'no name');
  await click(button('Add the file'));
  expect(document.body.textContent).toContain('A file has a name such as main.ts');
  await type(field('input', 'Name'), 'lib/words.ts');
  await click(button('Add the file'));
  await expect.poll(async () => Object.keys(await files())).toEqual(['main.ts', 'lib/words.ts']);

  await click(button('Versions'));
  await expect.poll(() => elementNamed('section', 'lib/words.ts, since then')).toBeTruthy();
  await click(button('Restore this version'));
  await expect.poll(async () => Object.keys(await files())).toEqual(['main.ts']);
});

it('an address leads to a pack and to the file in which a tool is written', async () => {
  const table = createMemoryStore();
  const { packs } = await open(table);
  const files = { 'main.ts': "export * from './tea';", 'tea.ts': "defineTool({ name: 'Tea' });" };
  for (const [name, savedAt] of [
    ['drinks', 1],
    ['last', 2],
  ] as const)
    await packs.change(name, () => ({ pack: { ...PACK, name, files }, on: false, savedAt }));
  await unrenderAll();
  history.replaceState(null, '', packAddress('drinks', 'Tea'));
  await open(table);
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('drinks');
  expect(field('textarea', 'Source of tea.ts').value).toContain("name: 'Tea'");
});

it('where two tabs typed, a person says whose text stays', async () => {
  const { packs, place } = await open();
  await expect.poll(() => place.textContent).toContain('Computes something');
  await click(button('Computes somethingText in, text out. No access to anything else.'));
  const source = await vi.waitFor(() => field('textarea', 'Source of main.ts'), { timeout: 60_000 });
  await type(source, 'mine');
  await packs.change('my-tools', (kept) => kept && { ...kept, pack: { ...kept.pack, files: { 'main.ts': 'theirs' } } });
  await expect.poll(() => place.textContent).toContain('Another tab has changed this pack');
  await expect.poll(() => elementNamed('section', 'main.ts, since then').textContent).toContain('+mine');
  await click(button('Take theirs'));
  await expect.poll(() => source.value).toBe('theirs');
  expect(place.textContent).not.toContain('Another tab has changed this pack');
  expect((await packs.versions('my-tools'))[0]?.files).toEqual({ 'main.ts': 'mine' });
});

it('a pack begins with one operation of an API', async () => {
  const { packs } = await open();
  const declaration = await vi.waitFor(() => field('textarea', 'Declaration or JSON Schema'), { timeout: 60_000 });
  await type(
    declaration,
    'openapi: 3.1.0\npaths: { /pets: { get: { operationId: getPets }, post: { operationId: addPet } } }',
  );
  const operation = await vi.waitFor(() => elementNamed('select', 'Operation'), { timeout: 60_000 });
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(operation, 'getPets');
    operation.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await click(button('Begin with it'));
  await expect
    .poll(async () => (await packs.all())[0]?.pack.files)
    .toEqual({ 'main.ts': expect.stringContaining('"getPets"') });
});
