'use client';

import { lazy, Suspense, type ComponentProps } from 'react';

// Monaco is more than a megabyte: it loads when the first text is shown.
const LazyCodeEditor = lazy(() => import('./code-editor'));
const LazyDiffEditor = lazy(() => import('./diff-editor'));

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
