import { useEffect } from 'react';
import { monaco } from './monaco';

export interface Marker {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  /** Information only, not an error. */
  level?: 'info';
}

export interface MarkerOptions {
  /** Scrolls to the first error. Default: true. */
  readonly reveal?: boolean | undefined;
  /** Also shows each message at the end of its line. */
  readonly notes?: boolean | undefined;
}

/** Characters of a message shown at the end of its line; its marker shows all of it. */
const MOST_NOTED = 160;

/** Marks parts of a text and scrolls to the first error. Turn `reveal` off where a person types, as it would move them away. */
export function useMarkers(
  editor: monaco.editor.IStandaloneCodeEditor | null,
  text: string,
  markers: readonly Marker[] | undefined,
  { reveal = true, notes = false }: MarkerOptions = {},
): void {
  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(
      model,
      'issues',
      (markers ?? []).map((marker) => ({
        severity: monaco.MarkerSeverity[marker.level === 'info' ? 'Info' : 'Error'],
        message: marker.message,
        startLineNumber: marker.line,
        startColumn: marker.column,
        endLineNumber: marker.endLine,
        endColumn: marker.endColumn,
      })),
    );
    const first = markers?.find(({ level }) => level === undefined);
    if (first && reveal) editor?.revealLineInCenterIfOutsideViewport(first.line);
  }, [editor, markers, text, reveal]);

  useEffect(() => {
    const model = editor?.getModel();
    if (!editor || !model || !notes) return;
    const lines = new Map((markers ?? []).toReversed().map((marker) => [marker.line, marker.message]));
    const shown = editor.createDecorationsCollection(
      [...lines].map(([line, message]) => ({
        range: model.validateRange(new monaco.Range(line, 1, line, Infinity)),
        options: {
          showIfCollapsed: true,
          after: { content: `   ${message.replace(/\s+/g, ' ').slice(0, MOST_NOTED)}`, inlineClassName: 'marker-note' },
        },
      })),
    );
    return () => shown.clear();
  }, [editor, markers, notes]);
}
