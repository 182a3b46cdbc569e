// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useEarlyText, type EarlyText } from './use-early-text';

async function open() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const shown: { early?: EarlyText } = {};
  function Place() {
    const [field, early] = useEarlyText('a');
    shown.early = early;
    return field;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Place />));
  const field = document.querySelector('textarea');
  if (!field) throw new Error('There is no field.');
  const type = (text: string) =>
    act(async () => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { shown, field, type, gone: () => !field.isConnected };
}

it('keeps what was typed for a file that has no text yet, in sight', async () => {
  const { shown, field, type, gone } = await open();
  field.focus();
  await type('mine');
  await act(async () => shown.early?.refuse());
  await act(async () => field.blur());
  expect([field.value, field.readOnly, shown.early?.waiting]).toEqual(['mine', true, true]);
  expect(gone()).toBe(false);
  let taken: unknown;
  await act(async () => (taken = shown.early?.take()));
  expect(taken).toEqual({ typed: 'mine', focused: false, save: false });
  expect(gone()).toBe(true);
});

it('gives way to a file without text as soon as nobody types', async () => {
  const { shown, field, gone } = await open();
  field.focus();
  await act(async () => shown.early?.refuse());
  expect(gone()).toBe(false);
  await act(async () => field.blur());
  expect(gone()).toBe(true);
});

it('remembers that it was to be saved', async () => {
  const { shown, field, type } = await open();
  await type('mine');
  const key = new KeyboardEvent('keydown', { key: 's', metaKey: true, bubbles: true, cancelable: true });
  await act(async () => field.dispatchEvent(key));
  expect(key.defaultPrevented).toBe(true);
  let taken: unknown;
  await act(async () => (taken = shown.early?.take()));
  expect(taken).toMatchObject({ typed: 'mine', save: true });
});
