import { useEffect } from 'react';
import { monaco } from './monaco';

export interface Marker {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  /** What is only to be known is no fault. */
  level?: 'info';
}

/** Marks parts of a text, and shows the first that is wrong; not where a person writes, who would be led away. */
export function useMarkers(
  editor: monaco.editor.IStandaloneCodeEditor | null,
  text: string,
  markers: readonly Marker[] | undefined,
  reveal = true,
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
}
