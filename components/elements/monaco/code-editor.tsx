'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { EDITOR_OPTIONS, languageOf, monaco, SIGN_ROOM } from './monaco';

export interface Marker {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
}

/** Text in Monaco. Without `onChange` it can only be read. */
export default function CodeEditor(props: {
  /** Names the text for screen readers. */
  label: string;
  /** Decides the language by its ending. */
  path: string;
  text: string;
  onChange?: (text: string) => void;
  /** ⌘S, with the text as it stands. */
  onSave?: (text: string) => void;
  markers?: readonly Marker[];
  /** All of it is one side of a change whose other side is no file. */
  side?: 'inserted' | 'deleted' | undefined;
  wrap?: boolean;
}) {
  const { label, path, text, onChange, onSave, markers, side, wrap = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const readOnly = onChange === undefined;
  const start = useEffectEvent(() => ({ text, markers }));
  /** What was typed and has not come back as `text` yet. */
  const echoes = useRef<string[]>([]);
  const changed = useEffectEvent((value: string) => {
    echoes.current.push(value);
    onChange?.(value);
  });
  const save = useEffectEvent((value: string) => onSave?.(value));

  useEffect(() => {
    if (!place.current) return;
    const model = monaco.editor.createModel(start().text, languageOf(path));
    const made = monaco.editor.create(place.current, {
      ...EDITOR_OPTIONS,
      model,
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
      wordWrap: wrap ? 'on' : 'off',
      ...(side && { lineDecorationsWidth: SIGN_ROOM }),
      renderLineHighlight: readOnly ? 'none' : 'line',
      hover: { above: false },
    });
    editor.current = made;
    const listening = model.onDidChangeContent(() => changed(model.getValue()));
    // An action, not a command: that would take the key from every editor of the page.
    const saving = made.addAction({
      id: 'save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      run: () => save(model.getValue()),
    });
    return () => {
      editor.current = null;
      listening.dispose();
      saving.dispose();
      made.dispose();
      model.dispose();
    };
  }, [label, path, readOnly, wrap, side]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    const echo = echoes.current.indexOf(text);
    // Typing may be ahead of its own echo, which must not undo it.
    echoes.current = model.getValue() === text ? [] : echoes.current.slice(echo + 1);
    if (echo >= 0 || model.getValue() === text) return;
    // An edit, not setValue: the caret stays, and undo still works.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
  }, [text]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(
      model,
      'issues',
      (markers ?? []).map((marker) => ({
        severity: monaco.MarkerSeverity.Error,
        message: marker.message,
        startLineNumber: marker.line,
        startColumn: marker.column,
        endLineNumber: marker.endLine,
        endColumn: marker.endColumn,
      })),
    );
    const first = markers?.[0];
    if (first) editor.current?.revealLineInCenterIfOutsideViewport(first.line);
  }, [markers, text, label, path, readOnly, wrap]);

  useEffect(() => {
    const made = editor.current;
    const model = made?.getModel();
    if (!side || !made || !model) return;
    // The line break at the end of a file begins no line of it.
    const last = text.endsWith('\n') ? model.getLineCount() - 1 : model.getLineCount();
    const options = { isWholeLine: true, ...SIDES[side] };
    const tint = made.createDecorationsCollection([{ range: new monaco.Range(1, 1, Math.max(1, last), 1), options }]);
    return () => tint.clear();
  }, [side, text, label, path, readOnly, wrap]);

  return <div ref={place} className="min-h-0 flex-1" />;
}

/** The classes of Monaco's own diff. */
const SIDES = {
  inserted: { className: 'line-insert', linesDecorationsClassName: 'insert-sign codicon codicon-diff-insert' },
  deleted: { className: 'line-delete', linesDecorationsClassName: 'delete-sign codicon codicon-diff-remove' },
} as const;
