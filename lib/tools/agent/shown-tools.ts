import type { Tool as ApiTool } from '@ag-ui/core';
import { ActivationSet } from '@/lib/discovery/activation-set';
import { indexPrompt } from '@/lib/discovery/token-figures';
import { isAlwaysActive, isToolSearch } from '@/lib/discovery/tool-search';
import { z } from 'zod';
import { toApiTool } from '../api-tool';
import type { ResolvedCall } from '../dispatch';
import type { RestrictionStack } from '../pool/restriction-stack';
import type { Registry } from '../registry';
import { systemOf } from '../system';

/** What a model is shown of an agent's tools, turn by turn. */
export interface ShownTools {
  /** The tools of the next turn, and what the system prompt says of the others; `index` is empty where there are none. */
  now(): { readonly tools: readonly ApiTool[]; readonly index: string };
  /** What a call has found or used is shown from then on. */
  follow(name: string, resolved: ResolvedCall): void;
}

const FoundSchema = z.looseObject({ found: z.array(z.string()) });

/** All tools at once, or where their system begins with an index and there is a search, those that were searched for. */
export function createShownTools(registry: Registry, restrictions: RestrictionStack): ShownTools {
  let used: readonly string[] = [];
  const all = (): ApiTool[] => registry.tools.filter(({ name }) => restrictions.allows(name)).map(toApiTool);
  const activeAmong = (tools: readonly ApiTool[]): ActivationSet => {
    const names = new Set(tools.map(({ name }) => name));
    return new ActivationSet(
      tools.filter(isAlwaysActive).map(({ name }) => name),
      used.filter((name) => names.has(name)),
    );
  };
  return {
    now() {
      const tools = all();
      const lazy = systemOf(registry.tools).behaviour.discovery === 'lazy' && tools.some(isToolSearch);
      if (!lazy) return { tools, index: '' };
      const active = activeAmong(tools);
      return { tools: tools.filter(({ name }) => active.has(name)), index: indexPrompt(tools) };
    },
    follow(name, { result }) {
      const active = activeAmong(all());
      const { found = registry.find(name) ? [name] : [] } = FoundSchema.safeParse(result.details).data ?? {};
      active.activate(found);
      used = active.active;
    },
  };
}
