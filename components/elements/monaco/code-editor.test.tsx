// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { CodeEditor } from './code-editor';

/** Stands in for Monaco, which draws nothing in jsdom: one model, and what is typed into it as soon as it is there. */
const double = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const nothing = () => undefined;
  const state = { value: '', early: '' };
  const set = (value: string): void => {
    state.value = value;
    for (const listener of listeners) listener();
  };
  const model = {
    getValue: () => state.value,
    getFullModelRange: nothing,
    onDidChangeContent(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    pushEditOperations: (_: unknown, edits: readonly { text: string }[]) => edits.forEach(({ text }) => set(text)),
    dispose: nothing,
  };
  const editor = {
    getModel: () => model,
    addAction() {
      if (state.early) set(state.early + state.value);
      return { dispose: nothing };
    },
    dispose: nothing,
  };
  return { state, set, model, editor };
});

vi.mock('./monaco', () => ({
  EDITOR_OPTIONS: {},
  languageOf: () => 'plaintext',
  monaco: {
    KeyMod: {},
    KeyCode: {},
    editor: {
      createModel(text: string) {
        double.state.value = text;
        return double.model;
      },
      create: () => double.editor,
    },
  },
}));
vi.mock('./schemas', () => ({ attachSchema: () => undefined }));
vi.mock('./code-help', () => ({ attachHelp: () => undefined }));
vi.mock('./use-markers', () => ({ useMarkers: () => undefined }));

async function open(early: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  double.state.early = early;
  const typed: string[] = [];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const give = (text: string) =>
    act(async () =>
      root.render(<CodeEditor label="a.ts" path="a.ts" text={text} onChange={(value) => typed.push(value)} />),
    );
  await give('file');
  return { typed, give };
}

it('keeps what is typed into a file as it opens, before the page knows of it', async () => {
  const { typed, give } = await open('my ');
  expect(double.state.value).toBe('my file');
  expect(typed).toEqual(['my file']);
  double.set('my own file');
  await give('my file');
  expect(double.state.value).toBe('my own file');
  await give('my own file');
  expect(double.state.value).toBe('my own file');
});

it('takes what comes from outside, and tells nobody that it was typed', async () => {
  const { typed, give } = await open('');
  await give('what an agent wrote');
  expect(double.state.value).toBe('what an agent wrote');
  expect(typed).toEqual([]);
});
