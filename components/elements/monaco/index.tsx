'use client';

import { lazy, Suspense, type ComponentType } from 'react';
import { useText } from '../../messages/use-text';
import { documentLocale, type Locale } from '../../messages/locale';
import type * as Editors from './editors';

/** Monaco's own words, which it reads once, as it loads: a language chosen later applies to it after a reload. */
const WORDS: Readonly<Record<Locale, () => Promise<unknown>>> = {
  en: async () => undefined,
  zh: () => import('monaco-editor/nls/lang/zh-cn'),
};

/** Monaco is larger than a megabyte: it loads when the first text is shown, or earlier, when the page is idle. */
export async function loadEditors(): Promise<typeof Editors> {
  await WORDS[documentLocale()]();
  return import('./editors');
}

const Loading = () => (
  <p role="status" className="m-auto text-dim">
    {useText('editor')('loading')}
  </p>
);

function late<P extends object>(pick: (editors: typeof Editors) => ComponentType<P>): ComponentType<P> {
  const Editor = lazy(async () => ({ default: pick(await loadEditors()) }));
  return (props) => (
    <Suspense fallback={<Loading />}>
      <Editor {...props} />
    </Suspense>
  );
}

/** Editable text in Monaco. */
export const CodeEditor = late(({ CodeEditor }) => CodeEditor);

/** Read-only text in Monaco. */
export const CodeView = late(({ CodeView }) => CodeView);

/** Two versions of a text in Monaco. */
export const DiffEditor = late(({ DiffEditor }) => DiffEditor);

export type { CodeHelp } from './code-help';
export type { Marker } from './use-markers';
