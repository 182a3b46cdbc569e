import { ownValue } from '@/lib/protocol/own-value';
import { toJsonSchema } from '@/lib/schema';
import { z } from 'zod';
import type { AnyTool, JsonSchema } from '../tool';
import type { PresetTool } from './preset';

/** Maps a system's fields to our tool's. Computed once per tool, since every call needs it. */
export interface FieldMap {
  /** The system's name for each of our fields that it has, in our order. */
  readonly names: ReadonlyMap<string, string>;
  /** The system's schema: our fields under its names, and its own additional fields. */
  readonly schema: JsonSchema;
  /** Converts the system's input to ours. */
  toOurs(input: unknown): Readonly<Record<string, unknown>>;
  /** The fields of an input that the system's tool does not have, even if ours does. */
  strangersIn(input: unknown): readonly string[];
}

const InputSchema = z.record(z.string(), z.unknown());

/** The fields of an input; none if it is not an object. */
const fieldsIn = (input: unknown): Readonly<Record<string, unknown>> => InputSchema.safeParse(input).data ?? {};

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});
type ObjectForm = z.infer<typeof ObjectSchema>;

/** Maps the fields of a system's tool to those of our tool that does the work. */
export function mapFields(spec: PresetTool, tool: AnyTool): FieldMap {
  const form = ObjectSchema.parse(toJsonSchema(tool.input));
  const names = namesOf(spec, form);
  const ours = new Map([...names].map(([mine, theirs]) => [theirs, mine]));
  const known = new Set([...names.values(), ...Object.keys(spec.own ?? {})]);
  return {
    names,
    schema: schemaOf(spec, form, names),
    strangersIn: (input) => (spec.open ? [] : Object.keys(fieldsIn(input)).filter((name) => !known.has(name))),
    toOurs(input) {
      const given = Object.entries(fieldsIn(input));
      const named = Object.fromEntries(given.map(([name, value]) => [ours.get(name) ?? name, value]));
      return spec.read ? spec.read(named) : named;
    },
  };
}

function namesOf({ fields = {}, without = [] }: PresetTool, { properties }: ObjectForm): ReadonlyMap<string, string> {
  const theirs = new Map(Object.entries(fields).map(([name, ours]) => [ours, name]));
  const kept = Object.keys(properties).filter((ours) => !without.includes(ours));
  return new Map(kept.map((ours) => [ours, theirs.get(ours) ?? ours]));
}

function schemaOf(
  { own = {}, required: wanted = [], open = false, described = {} }: PresetTool,
  { properties, required, ...rest }: ObjectForm,
  names: ReadonlyMap<string, string>,
): JsonSchema {
  const all = new Set([...required, ...wanted]);
  return {
    ...rest,
    type: 'object',
    properties: {
      ...Object.fromEntries(
        [...names].map(([ours, theirs]) => {
          const description = described[theirs];
          return [theirs, { ...properties[ours], ...(description !== undefined && { description }) }];
        }),
      ),
      ...own,
    },
    required: [
      ...new Set([
        ...[...names].flatMap(([ours, theirs]) => (all.has(ours) ? [theirs] : [])),
        ...Object.keys(own).filter((name) => required.includes(name)),
      ]),
    ],
    additionalProperties: open ? {} : false,
  };
}

/** Truncates numbers where the tool expects integers, for systems that do not distinguish them. */
export function wholeNumbers(
  tool: AnyTool,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { properties } = ObjectSchema.parse(toJsonSchema(tool.input));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'number' && ownValue(properties, name)?.type === 'integer' ? Math.trunc(value) : value,
    ]),
  );
}
