'use client';

import dynamic from 'next/dynamic';

const Loading = () => (
  <p role="status" className="m-auto text-dim">
    The editor is loading…
  </p>
);

/** Monaco is more than a megabyte: it loads when the first text is shown. */
export const CodeEditor = dynamic(() => import('./code-editor'), { ssr: false, loading: Loading });
export const DiffEditor = dynamic(() => import('./diff-editor'), { ssr: false, loading: Loading });

export type { Marker } from './code-editor';
