'use client';

import type { AnyTool } from '@/lib/tools/tool';
import { toApiTool } from '@/lib/tools/api-tool';
import { useEffect, useState } from 'react';
import { useAct, useClientState } from '../../state/page-context';

/** A tool's exact cost, as the provider counts it; undefined without a key and until it answers. Depends on keys and options. */
export function useExactTokens(tool: AnyTool): number | undefined {
  const act = useAct();
  const keys = useClientState((state) => state.keys);
  const options = useClientState((state) => state.options);
  const [counted, setCounted] = useState<{ tool: AnyTool; tokens: number }>();
  useEffect(() => {
    let over = false;
    act(async (client) => {
      const count = await client.countTokens([toApiTool(tool)]);
      if (!over) setCounted(count?.exact ? { tool, tokens: count.tokens } : undefined);
    });
    return () => {
      over = true;
    };
  }, [act, keys, options, tool]);
  return counted?.tool === tool ? counted.tokens : undefined;
}
