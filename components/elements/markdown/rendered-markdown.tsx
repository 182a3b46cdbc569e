'use client';

import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { ReactNode } from 'react';
import { useText } from '../../messages/use-text';

const components: Components = {
  // A model's link leaves the page: it opens in a new tab and learns nothing about this page.
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // An image would be fetched from whatever address the model gives.
  img: ({ alt }) => <em>{alt}</em>,
  table: Table,
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

export default function RenderedMarkdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  );
}

/** A table that scrolls on its own if it is too wide. */
function Table({ children }: { children?: ReactNode }) {
  const text = useText('marks');
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={text('table')}>
      <table>{children}</table>
    </div>
  );
}
