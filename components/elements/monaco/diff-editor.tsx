'use client';

import { useEffect, useRef } from 'react';
import { useText } from '../../messages/use-text';
import { EDITOR_OPTIONS, languageOf, monaco, SIGN_ROOM } from './monaco';

/** Two versions of a text in Monaco's diff, side by side if there is room. */
export function DiffEditor({ path, before, after }: { path: string; before: string; after: string }) {
  const text = useText('fileTabs');
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!place.current) return;
    const language = languageOf(path);
    const original = monaco.editor.createModel(before, language);
    const modified = monaco.editor.createModel(after, language);
    const made = monaco.editor.createDiffEditor(place.current, {
      ...EDITOR_OPTIONS,
      readOnly: true,
      originalEditable: false,
      originalAriaLabel: text('versionBefore', { path }),
      modifiedAriaLabel: text('versionAfter', { path }),
      renderSideBySide: true,
      renderSideBySideInlineBreakpoint: 900,
      useInlineViewWhenSpaceIsLimited: true,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 4 },
      lineDecorationsWidth: SIGN_ROOM,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
    });
    made.setModel({ original, modified });
    const shown = made.onDidUpdateDiff(() => {
      const change = made.getLineChanges()?.[0];
      if (change) made.getModifiedEditor().revealLineInCenterIfOutsideViewport(change.modifiedStartLineNumber);
      shown.dispose();
    });
    return () => {
      shown.dispose();
      // The widget must let go of its models first, otherwise it complains that they are gone.
      made.setModel(null);
      made.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [text, path, before, after]);

  return <div ref={place} className="min-h-0 flex-1" />;
}
