import { toJsonSchema } from '@/lib/schema';
import { z } from 'zod';
import type { AnyTool, JsonSchema } from '../tool';
import type { PresetTool } from './preset';

type Input = Readonly<Record<string, unknown>>;

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** The system's name of each of our fields that it has, in our order. */
export function namesOfFields(spec: PresetTool, tool: AnyTool): ReadonlyMap<string, string> {
  const { properties } = ObjectSchema.parse(toJsonSchema(tool.input));
  const theirs = new Map(Object.entries(spec.fields ?? {}).map(([name, ours]) => [ours, name]));
  const kept = Object.keys(properties).filter((ours) => !spec.without?.includes(ours));
  return new Map(kept.map((ours) => [ours, theirs.get(ours) ?? ours]));
}

/** The system's schema: our fields under its names, and those it has of its own. */
export function schemaOf(spec: PresetTool, tool: AnyTool): JsonSchema {
  const { properties, required, ...rest } = ObjectSchema.parse(toJsonSchema(tool.input));
  const names = namesOfFields(spec, tool);
  const own = spec.own ?? {};
  const kept = [...names].map(([ours, theirs]) => [theirs, properties[ours]]);
  const wanted = [...names].flatMap(([ours, theirs]) =>
    required.includes(ours) || spec.required?.includes(ours) ? [theirs] : [],
  );
  const ownWanted = Object.keys(own).filter((name) => required.includes(name));
  return {
    ...rest,
    type: 'object',
    properties: { ...Object.fromEntries(kept), ...own },
    required: [...wanted, ...ownWanted],
    additionalProperties: spec.open === true ? {} : false,
  };
}

/** An input of the system's as one of ours. */
export function toOurs(spec: PresetTool, tool: AnyTool, input: Input): Input {
  const ours = new Map([...namesOfFields(spec, tool)].map(([mine, theirs]) => [theirs, mine]));
  const named = Object.fromEntries(Object.entries(input).map(([name, value]) => [ours.get(name) ?? name, value]));
  return spec.read ? spec.read(named) : named;
}
