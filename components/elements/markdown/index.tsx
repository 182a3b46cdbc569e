'use client';

import { late } from '../late';

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-wrap">{text}</p>;

/** Loads the renderer before it is needed. */
export const loadMarkdown = () => import('./rendered-markdown');

// Without its renderer the text is still readable: the conversation must not fail when the server goes away.
const useRenderer = late(() => loadMarkdown().catch(() => ({ default: PlainText })));

/** A model's text. Shown as plain text until the renderer has loaded, so that nothing waits for it. */
export function Markdown({ text }: { text: string }) {
  const Rendered = useRenderer()?.default ?? PlainText;
  return (
    <div className="markdown">
      <Rendered text={text} />
    </div>
  );
}
