'use client';

import { useState } from 'react';
import { saveSessionText, sessionText } from './session-text';

/** The text of a field, which is there again after a reload. For fields that no server renders. */
export function useSessionText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionText(key));
  const type = (typed: string): void => {
    setText(typed);
    saveSessionText(key, typed);
  };
  return [text, type];
}
