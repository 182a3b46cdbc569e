'use client';

import { lazy, Suspense } from 'react';

const RenderedMarkdown = lazy(() => import('./rendered-markdown'));

/** A model's words. Shown as plain text until the renderer has loaded, so that nothing waits for it. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <RenderedMarkdown text={text} />
      </Suspense>
    </div>
  );
}
