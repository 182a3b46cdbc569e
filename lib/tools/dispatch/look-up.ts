import type { Registry } from '../registry';
import { failed, ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';

/** Finds the tool a call names, or says which names are near. */
export function lookUp(registry: Registry, name: string): Outcome<AnyTool> {
  const tool = registry.find(name);
  if (tool) return ok(tool);
  const near = registry.nearestNames(name);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `The tools are ${listNames(registry)}.`;
  return failed('TOOL_NOT_FOUND', `There is no tool named ${JSON.stringify(name.slice(0, 80))}. ${hint}`);
}

const listNames = ({ tools }: Registry): string => tools.map((tool) => tool.name).join(', ');
