'use client';

import { useState } from 'react';
import { keepText, keptText } from './kept-text';

/** The text of a field, which is there again after a reload. For fields that no server renders. */
export function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => keptText(key));
  const type = (typed: string): void => {
    setText(typed);
    keepText(key, typed);
  };
  return [text, type];
}
