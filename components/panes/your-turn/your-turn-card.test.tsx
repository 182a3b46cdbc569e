// @vitest-environment jsdom
import type { PoolEntryView } from '@/lib/client/tool-state';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { afterEach, expect, it, vi } from 'vitest';
import { act } from 'react';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import YourTurnCard from './your-turn-card';

afterEach(unrenderAll);

const ASKED = {
  interruptId: 'i',
  system: 'Be careful.',
  tools: ['Read'],
  news: [{ from: 'tool', text: 'INVALID_ARGS: no' }],
};

async function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {};
    set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const click = (words: string) => act(async () => elementNamed('button', words).click());

it('sends text and calls as they are written, wrong ones too', async () => {
  const { client, place } = await renderPage({}, <YourTurnCard asked={ASKED} />);
  const take = vi.spyOn(client, 'takeTurn');
  expect(place.textContent).toContain('INVALID_ARGS: no');
  await type(field('textarea', 'What the model says'), 'I look.');
  await click('Add a call');
  await type(field('input', 'Tool of call 1'), 'Raed');
  expect(place.textContent).toContain('No tool has this name');
  await type(field('textarea', 'Arguments of call 1'), '{"file_path":');
  await click('Send turn');
  expect(take).toHaveBeenCalledWith({ text: 'I look.', calls: [{ name: 'Raed', arguments: '{"file_path":' }] });
});

it('hands over to another model', async () => {
  const { client } = await renderPage({}, <YourTurnCard asked={ASKED} />);
  const take = vi.spyOn(client, 'takeTurn');
  const options = vi.spyOn(client, 'setOptions');
  await click('Hand over to');
  expect(options).toHaveBeenCalledWith({ model: 'scripted', baseURL: '' });
  expect(take).toHaveBeenCalledWith();
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'calls the tool that was chosen, also where it has a field called %s',
  async (name) => {
    const input = JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}},"required":["${name}"]}`);
    const odd = eraseTool(defineTool({ name: 'Odd', description: 'Is odd.', kind: 'read', input, execute: () => '' }));
    const pool: PoolEntryView[] = [{ tool: odd, name: 'Odd', kind: 'read', source: 'builtin', enabled: true }];
    const { client } = await renderPage({ pool }, <YourTurnCard asked={{ ...ASKED, tools: [] }} />);
    const take = vi.spyOn(client, 'takeTurn');
    await click('Add a call');
    await type(field('input', 'Tool of call 1'), 'Od');
    await type(field('input', 'Tool of call 1'), 'Odd');
    await click('Send turn');
    const [turn] = take.mock.calls[0] ?? [];
    expect(turn?.calls).toEqual([{ name: 'Odd', arguments: expect.stringContaining(`"${name}": "a `) }]);
  },
);
