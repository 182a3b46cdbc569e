import type { Tool as ApiTool } from '@ag-ui/core';
import { activationOf, toolView, type ToolView } from '@/lib/discovery/tool-view';
import { z } from 'zod';
import { toApiTool } from '../api-tool';
import type { ResolvedCall } from '../dispatch';
import type { RestrictionStack } from '../pool/restriction-stack';
import type { Registry } from '../registry';
import { systemOf } from '../system';

/** What a model is shown of an agent's tools, turn by turn. */
export interface ShownTools {
  /** What it is shown in the next turn. */
  now(): ToolView;
  /** What a call has found or used is shown from then on. */
  follow(name: string, resolved: ResolvedCall): void;
}

const FoundSchema = z.looseObject({ found: z.array(z.string()) });

/** The tools as their system shows them, with those that were searched for. */
export function createShownTools(registry: Registry, restrictions: RestrictionStack): ShownTools {
  let used: readonly string[] = [];
  const all = (): ApiTool[] => registry.tools.filter(({ name }) => restrictions.allows(name)).map(toApiTool);
  return {
    now: () => toolView(all(), systemOf(registry.tools).behaviour.discovery, used),
    follow(name, { result }) {
      const active = activationOf(all(), used);
      const { found = registry.find(name) ? [name] : [] } = FoundSchema.safeParse(result.details).data ?? {};
      active.activate(found);
      used = active.active;
    },
  };
}
