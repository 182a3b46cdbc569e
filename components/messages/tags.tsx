import type { ReactNode } from 'react';

/** The elements that messages have tags for: `text.rich('key', TAGS)`. */
export const TAGS = {
  code: (chunks: ReactNode) => <code className="font-mono">{chunks}</code>,
  b: (chunks: ReactNode) => <b>{chunks}</b>,
};
