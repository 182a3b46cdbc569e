'use client';

import { lazy, Suspense, useCallback, useLayoutEffect, useRef, type ComponentProps, type ComponentType } from 'react';
import { useText } from '../../messages/use-text';
import { documentLocale, type Locale } from '../../messages/locale';
import { matchesChord, SAVE } from '../../state/keys';
import type { EarlyTyping } from './code-editor';
import type * as Editors from './editors';

/** Monaco's own words, which it reads once, as it loads: a language chosen later applies to it after a reload. */
const WORDS: Readonly<Record<Locale, () => Promise<unknown>>> = {
  en: async () => undefined,
  zh: () => import('monaco-editor/nls/lang/zh-cn'),
};

/** Monaco is larger than a megabyte: it loads when the first text is shown, or earlier, when the page is idle. */
export async function loadEditors(): Promise<typeof Editors> {
  await WORDS[documentLocale()]();
  return import('./editors');
}

const Loading = () => (
  <p role="status" className="m-auto text-dim">
    {useText('editor')('loading')}
  </p>
);

function late<P extends object>(pick: (editors: typeof Editors) => ComponentType<P>): ComponentType<P> {
  const Editor = lazy(async () => ({ default: pick(await loadEditors()) }));
  return (props) => (
    <Suspense fallback={<Loading />}>
      <Editor {...props} />
    </Suspense>
  );
}

const LateEditor = lazy(async () => ({ default: (await loadEditors()).CodeEditor }));

/** Editable text in Monaco, and in a plain field until that has loaded. */
export function CodeEditor(props: ComponentProps<typeof Editors.CodeEditor>) {
  const { label, text, takeEarly, onChange, onSave } = props;
  /** Where the caret was in the plain field, if that had the focus as the editor took its place. */
  const caret = useRef<EarlyTyping['caret']>(undefined);
  const leave = useCallback((at: EarlyTyping['caret']) => void (caret.current = at), []);
  const early = (): EarlyTyping => {
    const at = caret.current;
    // Once: an editor that is made anew, with another label, must not take the focus from where it is by then.
    caret.current = undefined;
    return { typed: '', focused: at !== undefined, caret: at };
  };
  return (
    <Suspense fallback={takeEarly ? <Loading /> : <PlainEditor {...{ label, text, onChange, onSave, leave }} />}>
      <LateEditor {...props} takeEarly={takeEarly ?? early} />
    </Suspense>
  );
}

function PlainEditor(props: {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSave: ((text: string) => void) | undefined;
  leave: (caret: EarlyTyping['caret']) => void;
}) {
  const { label, text, onChange, onSave, leave } = props;
  const place = useRef<HTMLTextAreaElement>(null);
  // In a layout effect the field is still there, with the focus, as it goes.
  useLayoutEffect(() => {
    const field = place.current;
    return () => leave(field && document.activeElement === field ? caretOf(field) : undefined);
  }, [leave]);
  return (
    <textarea
      ref={place}
      aria-label={label}
      value={text}
      spellCheck={false}
      // A field has only line feeds.
      onChange={({ currentTarget: { value } }) =>
        onChange(text.includes('\r\n') ? value.replaceAll('\n', '\r\n') : value)
      }
      onKeyDown={(event) => {
        if (!onSave || !matchesChord(SAVE, event)) return;
        event.preventDefault();
        onSave(text);
      }}
      className="min-h-0 flex-1 resize-none bg-transparent px-4 py-1 font-mono text-xs outline-none"
    />
  );
}

function caretOf({ value, selectionEnd }: HTMLTextAreaElement): EarlyTyping['caret'] {
  const lines = value.slice(0, selectionEnd).split('\n');
  return { lineNumber: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Read-only text in Monaco. */
export const CodeView = late(({ CodeView }) => CodeView);

/** Two versions of a text in Monaco. */
export const DiffEditor = late(({ DiffEditor }) => DiffEditor);

export type { CodeHelp } from './code-help';
export type { Marker } from './use-markers';
