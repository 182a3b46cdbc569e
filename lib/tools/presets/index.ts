import type { AnyTool } from '../tool';
import { adopt } from './adopt';
import { claudeAgentSdk } from './claude-agent-sdk';
import { dskcode } from './dskcode';
import { openAgentSdk } from './open-agent-sdk';
import type { Preset } from './preset';
import { yAgent } from './y-agent';
import { OUR_BEHAVIOUR, type Behaviour, type System } from '../system';
import { mapFields } from './fields';

export type { Preset, PresetTool, StatedBehaviour } from './preset';

/** All presets: four systems' designs of the same capabilities. */
export const PRESETS: readonly Preset[] = [openAgentSdk, claudeAgentSdk, yAgent, dskcode];

export const findPreset = (id: string | undefined): Preset | undefined => PRESETS.find((preset) => preset.id === id);

/** Cached by the built-in tools: compiled schemas and token counts are themselves cached per tool. */
const made = new WeakMap<readonly AnyTool[], Map<Preset, readonly AnyTool[]>>();

/** The tools of a preset, made from ours. A tool without its executor is left out. */
export function presetTools(preset: Preset, builtin: readonly AnyTool[]): readonly AnyTool[] {
  const known = made.get(builtin) ?? new Map<Preset, readonly AnyTool[]>();
  made.set(builtin, known);
  const tools = known.get(preset) ?? adoptAll(preset, builtin);
  known.set(preset, tools);
  return tools;
}

function adoptAll(preset: Preset, builtin: readonly AnyTool[]): readonly AnyTool[] {
  const ours = new Map(builtin.map((tool) => [tool.name, tool]));
  const system = systemFor(preset, ours);
  return preset.tools.flatMap((spec) => {
    const tool = ours.get(spec.executor);
    return tool ? [adopt(preset, spec, tool, system)] : [];
  });
}

/** A preset's behaviour: what its text states, otherwise ours. */
export function behaviourOf(preset: Preset | undefined): Behaviour {
  const stated = Object.entries(preset?.behaviour ?? {}).map(([aspect, { is }]) => [aspect, is]);
  return { ...OUR_BEHAVIOUR, ...Object.fromEntries(stated) };
}

/** Makes the system that a preset's tools belong to. */
function systemFor(preset: Preset, ours: ReadonlyMap<string, AnyTool>): System {
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
