import { useEffect } from 'react';
import { monaco } from './monaco';

export interface Marker {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
}

/** Marks the parts of a text that are wrong, and shows the first of them; not where a person writes, who would be led away. */
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
        severity: monaco.MarkerSeverity.Error,
        message: marker.message,
        startLineNumber: marker.line,
        startColumn: marker.column,
        endLineNumber: marker.endLine,
        endColumn: marker.endColumn,
      })),
    );
    const first = markers?.[0];
    if (first && reveal) editor?.revealLineInCenterIfOutsideViewport(first.line);
  }, [editor, markers, text, reveal]);
}
