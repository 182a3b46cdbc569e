import { loadTokenCounter } from '@/lib/discovery';
import { toJsonSchema } from '@/lib/schema';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import type { AnyTool } from '@/lib/tools/tool';
import { z } from 'zod';

/** One tool as a design declares it. */
export interface DesignedTool {
  readonly name: string;
  /** In schema order; optional ones end in `?`. */
  readonly fields: readonly string[];
  /** Tokens of the form that models see. */
  readonly tokens: number;
  /** The longest result in characters; undefined for the usual limit. */
  readonly outputLimit?: number;
}

/** A way to name and shape the capabilities of the built-in tools. */
export interface Design {
  readonly id: string;
  readonly title: string;
  readonly tokens: number;
  /** The number of tools. */
  readonly count: number;
  /** By the executor's name; several entries if several tools share it. */
  readonly tools: ReadonlyMap<string, readonly DesignedTool[]>;
}

/** The id of Toolyard's own design in links. */
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

/** Every design: Toolyard's own and each preset's. */
export const DESIGNS: readonly Design[] = [
  designOf(OURS, 'Toolyard', builtinTools),
  ...PRESETS.map((preset) => designOf(preset.id, preset.title, presetTools(preset, builtinTools))),
];

/** The tools of two designs side by side, in the order of the built-in tools. */
export const comparedTools = (
  left: Design,
  right: Design,
): { executor: string; left: readonly DesignedTool[]; right: readonly DesignedTool[] }[] =>
  builtinTools
    .map(({ name }) => ({ executor: name, left: left.tools.get(name) ?? [], right: right.tools.get(name) ?? [] }))
    .filter((row) => row.left.length + row.right.length > 0);
