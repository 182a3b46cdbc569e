import { offRefusal } from '../pool/off-refusal';
import type { Registry } from '../registry';
import { failed, ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';

/** Finds the tool a call names, or says that it is off, or which names are near. */
export function lookUp(registry: Registry, name: string): Outcome<AnyTool> {
  const entry = registry.entry(name);
  if (entry) return entry.enabled ? ok(entry.tool) : { ok: false, failure: offRefusal(entry) };
  const near = registry.nearestNames(name);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `The tools are ${listNames(registry)}.`;
  return failed('TOOL_NOT_FOUND', `There is no tool named ${JSON.stringify(name.slice(0, 80))}. ${hint}`);
}

const listNames = ({ tools }: Registry): string => tools.map((tool) => tool.name).join(', ');
