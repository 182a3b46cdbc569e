import type { PoolEntryView } from '@/lib/client/tool-state';
import { useCallback } from 'react';
import { useSaid } from '../messages/use-said';

/** What a tool does, in a line: in the page's language for the built-in tools, else the first sentence of its description. */
export function useToolLine(): (tool: PoolEntryView['tool']) => string {
  const said = useSaid('tool');
  return useCallback(
    ({ name, executor = name, source, description }) => {
      const line = source === 'builtin' ? said(executor) : executor;
      return line === executor ? firstSentence(description) : line;
    },
    [said],
  );
}

const firstSentence = (text: string): string => /^.*?(?:[.!?](?=\s|$)|。)/su.exec(text)?.[0] ?? text;
