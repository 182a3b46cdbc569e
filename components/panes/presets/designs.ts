import { loadTokenCounter } from '@/lib/discovery';
import { toJsonSchema } from '@/lib/schema';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import type { AnyTool } from '@/lib/tools/tool';
import { z } from 'zod';

/** One capability as a design has it. */
export interface DesignedTool {
  readonly name: string;
  /** In the order of the schema; one that may be left out ends in `?`. */
  readonly fields: readonly string[];
  /** Of the form that models see. */
  readonly tokens: number;
  /** Most characters of a result; undefined where it is the usual limit. */
  readonly outputLimit?: number;
}

/** A way to name and shape what the built-in tools can do. */
export interface Design {
  readonly id: string;
  readonly title: string;
  readonly tokens: number;
  /** How many tools there are. */
  readonly count: number;
  /** By the executor's name; more than one where several do the same. */
  readonly tools: ReadonlyMap<string, readonly DesignedTool[]>;
}

/** Ours, as it is called in links. */
export const OURS = 'toolyard';

const counter = await loadTokenCounter();

const SchemaWithFields = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function designed(tool: AnyTool): DesignedTool {
  const { properties, required } = SchemaWithFields.parse(toJsonSchema(tool.input));
  const { name, outputLimit } = tool;
  return {
    name,
    fields: Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`)),
    tokens: counter.countTools([toApiTool(tool)]),
    ...(outputLimit !== undefined && { outputLimit }),
  };
}

const designOf = (id: string, title: string, tools: readonly AnyTool[]): Design => ({
  id,
  title,
  tokens: counter.countTools(tools.map(toApiTool)),
  count: tools.length,
  tools: byExecutor(tools),
});

function byExecutor(tools: readonly AnyTool[]): Design['tools'] {
  const found = new Map<string, readonly DesignedTool[]>();
  for (const tool of tools) {
    const { name, executor = name } = tool;
    found.set(executor, [...(found.get(executor) ?? []), designed(tool)]);
  }
  return found;
}

/** Every design of tools: ours, and each preset's. */
export const DESIGNS: readonly Design[] = [
  designOf(OURS, 'Toolyard’s own', builtinTools),
  ...PRESETS.map((preset) => designOf(preset.id, preset.title, presetTools(preset, builtinTools))),
];

/** What two designs have, side by side, in the order of our tools. */
export const comparedTools = (
  left: Design,
  right: Design,
): { executor: string; left: readonly DesignedTool[]; right: readonly DesignedTool[] }[] =>
  builtinTools
    .map(({ name }) => ({ executor: name, left: left.tools.get(name) ?? [], right: right.tools.get(name) ?? [] }))
    .filter((row) => row.left.length + row.right.length > 0);
