'use client';

import { lazy, Suspense } from 'react';

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-wrap">{text}</p>;

/** Loads the renderer before it is needed. */
export const loadMarkdown = () => import('./rendered-markdown');

// Without its renderer the text is still readable: the conversation must not fail when the server goes away.
const RenderedMarkdown = lazy(() => loadMarkdown().catch(() => ({ default: PlainText })));

/** A model's text. Shown as plain text until the renderer has loaded, so that nothing waits for it. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      <Suspense fallback={<PlainText text={text} />}>
        <RenderedMarkdown text={text} />
      </Suspense>
    </div>
  );
}
