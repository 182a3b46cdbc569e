// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { EarlyTyping } from './code-editor';
import { CodeEditor } from './index';

/** Stands in for the editor, whose script the test holds back. */
const double = vi.hoisted(() => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release: () => release(), take: (): EarlyTyping | undefined => undefined };
});

vi.mock('./editors', async () => {
  await double.held;
  return {
    CodeEditor({ takeEarly }: { takeEarly: () => EarlyTyping }) {
      double.take = takeEarly;
      return null;
    },
  };
});

it('saves from the plain field, and gives the editor its focus and caret once', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const saved = vi.fn<(text: string) => void>();
  const text = '{\r\n}';
  await act(async () =>
    root.render(<CodeEditor label="a" path="a.json" text={text} onChange={() => undefined} onSave={saved} />),
  );
  const field = document.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(3, 3);
  const key = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true });
  await act(async () => field?.dispatchEvent(key));
  expect(key.defaultPrevented).toBe(true);
  expect(saved).toHaveBeenCalledWith(text);
  double.release();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('textarea')).toBeNull();
  });
  expect(double.take()).toEqual({ typed: '', focused: true, caret: { lineNumber: 2, column: 2 } });
  expect(double.take()).toEqual({ typed: '', focused: false, caret: undefined });
});
