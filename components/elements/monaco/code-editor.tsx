'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EDITOR_OPTIONS, languageOf, monaco } from './monaco';
import type { JsonSchema } from '@/lib/schema';
import { attachHelp, type CodeHelp } from './code-help';
import { attachSchema } from './schemas';
import { useMarkers, type Marker } from './use-markers';

/** What was typed before the editor was there, and whether that had the focus, with the caret where, and was to be saved. */
export interface EarlyTyping {
  typed: string;
  focused: boolean;
  /** Both count from 1: a place in the text would count the line breaks, of which a plain field has one kind. */
  caret?: { lineNumber: number; column: number } | undefined;
  save?: boolean;
}

interface CodeEditorProps {
  /** The name of the text for screen readers. */
  label: string;
  /** Its ending decides the language. */
  path: string;
  text: string;
  takeEarly?: () => EarlyTyping;
  onChange: (text: string) => void;
  /** Called with the current text on ⌘S. */
  onSave?: (text: string) => void;
  markers?: readonly Marker[];
  /** Scrolls to the first marker. Default: true. */
  reveal?: boolean;
  /** Also shows each message at the end of its line. */
  notes?: boolean;
  /** The schema for JSON completion and hovers. */
  schema?: JsonSchema;
  /** Completion and hovers for TypeScript and JavaScript. */
  help?: CodeHelp;
  wrap?: boolean;
}

/** Editable text in Monaco. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, path, text, takeEarly, onChange, onSave, markers, reveal, notes, schema, help, wrap = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null);
  const start = useEffectEvent(() => text);
  /** Typed texts that have not come back as `text` yet. */
  const echoes = useRef<string[]>([]);
  /** The text as it last came from outside. */
  const given = useRef(text);
  /** The text is being set from outside, so the change is not typing. */
  const setting = useRef(false);
  const changed = useEffectEvent((value: string) => {
    if (setting.current) return;
    echoes.current.push(value);
    onChange(value);
  });
  const early = useEffectEvent(() => takeEarly?.());
  const save = useEffectEvent((value: string) => onSave?.(value));

  useEffect(() => {
    if (!place.current) return;
    given.current = start();
    echoes.current = [];
    const { made, model, dispose } = createEditor(place.current, {
      label,
      path,
      text: given.current,
      wrap,
      changed,
      save,
    });
    setEditor(made);
    const before = early();
    if (before) continueFrom(made, before);
    if (before?.save) save(model.getValue());
    return () => {
      setEditor(null);
      dispose();
    };
  }, [label, path, wrap]);

  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    // Whoever types into a new editor may be faster than the first run of this.
    if (text === given.current && echoes.current.length > 0) return;
    given.current = text;
    const echo = echoes.current.indexOf(text);
    // Typing may be ahead of its own echo, which must not undo it.
    echoes.current = model.getValue() === text ? [] : echoes.current.slice(echo + 1);
    if (echo >= 0 || model.getValue() === text) return;
    // An edit, not setValue: it keeps the caret and the undo history.
    setting.current = true;
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    setting.current = false;
  }, [editor, text]);

  useEffect(() => {
    const model = editor?.getModel();
    return model && schema ? attachSchema(model.uri.toString(), schema) : undefined;
  }, [editor, schema]);

  useEffect(() => {
    const model = editor?.getModel();
    return model && help ? attachHelp(model.uri.toString(), help) : undefined;
  }, [editor, help]);

  useMarkers(editor, text, markers, { reveal, notes });

  return <div ref={place} className="min-h-0 flex-1" />;
}

function createEditor(
  place: HTMLElement,
  shown: {
    label: string;
    path: string;
    text: string;
    wrap: boolean;
    changed: (text: string) => void;
    save: (text: string) => void;
  },
) {
  const { label, path, text, wrap, changed, save } = shown;
  const model = monaco.editor.createModel(text, languageOf(path));
  const made = monaco.editor.create(place, {
    ...EDITOR_OPTIONS,
    model,
    ariaLabel: label,
    wordWrap: wrap ? 'on' : 'off',
    renderLineHighlight: 'line',
    hover: { above: false },
  });
  const listening = model.onDidChangeContent(() => changed(model.getValue()));
  // An action, not a command: a command would take the key from every editor of the page.
  const saving = made.addAction({
    id: 'save',
    label: 'Save',
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
    run: () => save(model.getValue()),
  });
  const dispose = (): void => {
    for (const part of [listening, saving, made, model]) part.dispose();
  };
  return { made, model, dispose };
}

/** Takes over text, caret and focus from the field that was there before the editor. */
function continueFrom(editor: monaco.editor.IStandaloneCodeEditor, { typed, caret, focused }: EarlyTyping): void {
  if (typed) {
    const atStart = new monaco.Range(1, 1, 1, 1);
    editor.executeEdits('early', [{ range: atStart, text: typed, forceMoveMarkers: true }]);
  }
  if (caret !== undefined) editor.setPosition(caret);
  if (focused) editor.focus();
}
