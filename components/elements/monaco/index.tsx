'use client';

import { lazy, Suspense, type ComponentProps } from 'react';

const loadCodeEditor = () => import('./code-editor');
const loadDiffEditor = () => import('./diff-editor');

// Monaco is more than a megabyte: it loads when the first text is shown, or when the page is at rest.
const LazyCodeEditor = lazy(loadCodeEditor);
const LazyDiffEditor = lazy(loadDiffEditor);

/** Loads both editors before anybody wants them. */
export const loadEditors = async (): Promise<unknown> => Promise.all([loadCodeEditor(), loadDiffEditor()]);

const loading = (
  <p role="status" className="m-auto text-dim">
    The editor is loading…
  </p>
);

/** Text in Monaco. */
export const CodeEditor = (props: ComponentProps<typeof LazyCodeEditor>) => (
  <Suspense fallback={loading}>
    <LazyCodeEditor {...props} />
  </Suspense>
);

/** Two versions of a text in Monaco. */
export const DiffEditor = (props: ComponentProps<typeof LazyDiffEditor>) => (
  <Suspense fallback={loading}>
    <LazyDiffEditor {...props} />
  </Suspense>
);

export type { Marker } from './code-editor';
