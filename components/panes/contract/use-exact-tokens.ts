'use client';

import type { AnyTool } from '@/lib/tools/tool';
import { toApiTool } from '@/lib/tools/api-tool';
import { useEffect, useState } from 'react';
import { usePage } from '../../state/page-context';

/** What the provider says a tool costs; undefined without a key, and until it has answered. */
export function useExactTokens(tool: AnyTool): number | undefined {
  const { client } = usePage();
  const [counted, setCounted] = useState<{ tool: AnyTool; tokens: number }>();
  useEffect(() => {
    let over = false;
    void client
      .loaded()
      ?.countTokens([toApiTool(tool)])
      .then((count) => {
        if (!over && count?.exact) setCounted({ tool, tokens: count.tokens });
      });
    return () => {
      over = true;
    };
  }, [client, tool]);
  return counted?.tool === tool ? counted.tokens : undefined;
}
