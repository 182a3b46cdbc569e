'use client';

import { Editor, loader } from '@monaco-editor/react';
import { useEffect, useMemo, useState } from 'react';
import { EDITOR_OPTIONS, languageOf, monaco, SIGN_ROOM } from './monaco';
import { currentTheme } from './theme';
import { useMarkers, type Marker } from './use-markers';

// The page's own Monaco: without this the loader fetches one from a CDN.
loader.config({ monaco });

const WRAPPER = { className: 'min-h-0 min-w-0 flex-1' };

type Side = 'inserted' | 'deleted';

/** Read-only text in Monaco. */
export function CodeView(props: {
  /** The name of the text for screen readers. */
  label: string;
  /** Its ending decides the language. */
  path: string;
  text: string;
  markers?: readonly Marker[];
  /** Set if the whole text is one side of a change whose other side has no file. */
  side?: Side | undefined;
  wrap?: boolean;
  /** The line to begin with, from 1. */
  startLine?: number;
}) {
  const { label, path, text, markers, side, wrap = false, startLine = 1 } = props;
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null);
  const options = useMemo(
    () => ({
      ...EDITOR_OPTIONS,
      readOnly: true,
      domReadOnly: true,
      ariaLabel: label,
      wordWrap: wrap ? ('on' as const) : ('off' as const),
      ...(side && { lineDecorationsWidth: SIGN_ROOM }),
      hover: { above: false },
    }),
    [label, side, wrap],
  );
  useMarkers(editor, text, markers);
  useTint(editor, text, side);
  useEffect(() => {
    if (startLine > 1) editor?.setScrollTop(editor.getTopForLineNumber(startLine));
  }, [editor, text, startLine]);

  return (
    <Editor
      value={text}
      language={languageOf(path)}
      theme={currentTheme()}
      options={options}
      onMount={setEditor}
      loading={null}
      width="auto"
      height="auto"
      wrapperProps={WRAPPER}
    />
  );
}

/** Colours all lines as the given side of a change. */
function useTint(editor: monaco.editor.IStandaloneCodeEditor | null, text: string, side: Side | undefined): void {
  useEffect(() => {
    const model = editor?.getModel();
    if (!side || !editor || !model) return;
    // The line break at the end of a file does not begin another line.
    const last = text.endsWith('\n') ? model.getLineCount() - 1 : model.getLineCount();
    const options = { isWholeLine: true, ...SIDES[side] };
    const tint = editor.createDecorationsCollection([{ range: new monaco.Range(1, 1, Math.max(1, last), 1), options }]);
    return () => tint.clear();
  }, [editor, text, side]);
}

/** The classes that Monaco's own diff uses. */
const SIDES = {
  inserted: { className: 'line-insert', linesDecorationsClassName: 'insert-sign codicon codicon-diff-insert' },
  deleted: { className: 'line-delete', linesDecorationsClassName: 'delete-sign codicon codicon-diff-remove' },
} as const;
