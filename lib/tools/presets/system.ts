import { OUR_BEHAVIOUR, type Behaviour, type System } from '../system';
import type { AnyTool } from '../tool';
import { mapFields } from './fields';
import type { Preset } from './preset';

/** A preset's behaviour: what its text states, otherwise ours. */
export function behaviourOf(preset: Preset | undefined): Behaviour {
  const stated = Object.entries(preset?.behaviour ?? {}).map(([aspect, { is }]) => [aspect, is]);
  return { ...OUR_BEHAVIOUR, ...Object.fromEntries(stated) };
}

/** Makes the system that a preset's tools belong to. */
export function systemFor(preset: Preset, ours: ReadonlyMap<string, AnyTool>): System {
  const tools = new Map<string, { name: string; fields: ReadonlyMap<string, string> }>();
  for (const spec of preset.tools) {
    const tool = ours.get(spec.executor);
    if (tool && !tools.has(spec.executor)) {
      tools.set(spec.executor, { name: spec.name, fields: mapFields(spec, tool).names });
    }
  }
  return {
    id: preset.id,
    behaviour: behaviourOf(preset),
    names: {
      tool: (name) => tools.get(name)?.name ?? preset.instead?.[name],
      field: (tool, field) => tools.get(tool)?.fields.get(field),
    },
  };
}
