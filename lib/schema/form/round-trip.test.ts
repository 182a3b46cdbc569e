import * as agui from '@ag-ui/core';
import * as mcp from '@modelcontextprotocol/sdk/types.js';
import * as fc from 'fast-check';
import glob from 'fast-glob';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '@/lib/protocol';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { readSuite } from '../conformance/testing/suite';
import { isZod, type JsonSchema } from '../json-schema';
import { toJsonSchema } from '../to-json-schema';
import { formOf, withValue, type Control, type FormField } from './index';
import { anySchema } from './testing/schemas';
import { leavesOf, seenIn } from './testing/seen';

type Schema = JsonSchema | boolean;

function rootOf(schema: Schema, text: string): FormField {
  const form = formOf(schema, text);
  if (!form.ok) throw new Error(`${form.why}\n${JSON.stringify(schema).slice(0, 500)}`);
  return form.root;
}

/** What a form shows is what is sent; and writing anew what stands in a field, in every field, sends the same. */
function staysTheSame(schema: Schema, value: unknown): void {
  const text = JSON.stringify(value, null, 2);
  const sent: unknown = JSON.parse(text);
  const root = rootOf(schema, text);
  expect(seenIn(root)).toEqual(sent);
  const again = leavesOf(root)
    .slice(0, 50)
    .reduce((now, { field, shown, take }) => withValue(now, field.path, take(shown)), text);
  expect(JSON.parse(again)).toEqual(sent);
}

/** A value that grows from nothing as a person would make it: every field is added once. */
function grown(schema: Schema, rounds = 3): string {
  let text = '{}';
  for (let round = 0; round < rounds; round++) {
    for (const { path, start } of missingIn(rootOf(schema, text))) text = withValue(text, path, start);
    if (text.length > 20_000) break;
  }
  return text;
}

function missingIn(field: FormField, control: Control = field.control): FormField[] {
  if (control.kind === 'union') return missingIn(field, control.inner);
  if (control.kind === 'array') return control.items.flatMap((item) => missingIn(item));
  if (control.kind !== 'object') return [];
  return control.fields.flatMap((part) => (part.raw === undefined ? [part] : missingIn(part)));
}

/** The fields that are written as JSON, with the reason. */
function jsonIn({ label, control }: Pick<FormField, 'label' | 'control'>): { label: string; why: string }[] {
  if (control.kind === 'union') return jsonIn({ label, control: control.inner });
  if (control.kind === 'array') return control.items.flatMap(jsonIn);
  if (control.kind === 'object') return control.fields.flatMap(jsonIn);
  return control.kind === 'json' ? [{ label, why: control.why ?? 'any value' }] : [];
}

describe('what a form sends is what it shows', () => {
  it('for any schema and any value', patience, () => {
    fc.assert(
      fc.property(anySchema, fc.jsonValue({ maxDepth: 4 }), (schema, value) => staysTheSame(schema, value)),
      { numRuns: numRuns(120) },
    );
  });

  it('for values that were put together in it', patience, () => {
    fc.assert(
      fc.property(anySchema, (schema) => staysTheSame(schema, JSON.parse(grown(schema)))),
      { numRuns: numRuns(40) },
    );
  });

  it('for what is typed into any field, whatever that is', patience, () => {
    fc.assert(
      fc.property(anySchema, fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.string(), (schema, value, which, written) => {
        const text = JSON.stringify(value);
        const leaves = leavesOf(rootOf(schema, text));
        const leaf = leaves[which % Math.max(1, leaves.length)];
        if (!leaf) return;
        const raw = leaf.take(written);
        const after = withValue(text, leaf.field.path, raw);
        const found = leaf.field.path.reduce<unknown>((part, step) => Object(part)[step], JSON.parse(after));
        expect(found).toEqual(JSON.parse(raw));
      }),
      { numRuns: numRuns(120) },
    );
  });
});

const exported = (library: object): [string, Schema][] =>
  Object.entries(library).flatMap(([name, schema]) => (isZod(schema) ? [[name, toJsonSchema(schema)]] : []));

const FILES = [
  'ajv/lib/refs/*.json',
  'ajv/lib/refs/*/*.json',
  'mdn-data/**/*.schema.json',
  '@jupyterlab/nbformat/**/*.schema.json',
  'next/analyze/*.schema.json',
];

const CollectedSchema = z.object({ package: z.string(), name: z.string(), schema: z.record(z.string(), z.unknown()) });

/** What tools of public MCP servers take, and operations of GitHub's API: from npm packages under MIT, each with its version. */
const FROM_PACKAGES: readonly (readonly [string, Schema])[] = readFileSync(
  join(import.meta.dirname, 'testing/collected.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => CollectedSchema.parse(JSON.parse(line)))
  .map(({ package: from, name, schema }) => [`${from} ${name}`, schema]);

/** Schemas of others and of ours: tools of five systems, what two protocols send, files in packages, and the public suite's. */
const COLLECTED: readonly (readonly [string, Schema])[] = [
  ...builtinTools.map((tool) => [`toolyard ${tool.name}`, toJsonSchema(tool.input)] as const),
  ...PRESETS.flatMap((preset) =>
    presetTools(preset, builtinTools).map((tool) => [`${preset.id} ${tool.name}`, toJsonSchema(tool.input)] as const),
  ),
  ...exported(mcp).map(([name, schema]) => [`MCP ${name}`, schema] as const),
  ...exported(agui).map(([name, schema]) => [`AG-UI ${name}`, schema] as const),
  ...glob.sync(FILES, { cwd: 'node_modules', absolute: true }).flatMap((file) => {
    const parsed = parseJson(z.record(z.string(), z.unknown()), readFileSync(file, 'utf8'));
    return parsed.ok ? [[file, parsed.value] as const] : [];
  }),
];

describe('schemas that others wrote', () => {
  it(
    `${COLLECTED.length} of them: each has a form with something to write in, which keeps what it is given`,
    patience,
    () => {
      expect(COLLECTED.length).toBeGreaterThan(300);
      const bare: string[] = [];
      for (const [name, schema] of COLLECTED) {
        const { control } = rootOf(schema, '{}');
        if (control.kind === 'json') bare.push(`${name}: ${control.why ?? 'any value'}`);
        staysTheSame(schema, JSON.parse(grown(schema, 2)));
      }
      // Its root is a text, and an object was given to it.
      expect(bare).toEqual(['MCP CursorSchema: The schema wants text here.']);
    },
  );

  it(`${FROM_PACKAGES.length} from packages: one field has nothing better than JSON`, patience, () => {
    expect(FROM_PACKAGES.length).toBeGreaterThanOrEqual(400);
    const fallen: string[] = [];
    for (const [name, schema] of FROM_PACKAGES) {
      const text = grown(schema, 2);
      staysTheSame(schema, JSON.parse(text));
      fallen.push(...jsonIn(rootOf(schema, text)).map(({ label, why }) => `${name} ${label}: ${why}`));
    }
    expect(fallen).toEqual(['@wonderwhy-er/desktop-commander@0.2.52 edit_block content: any value']);
  });

  it('and the cases of the public suite', patience, () => {
    for (const draft of ['draft-07', 'draft-2020-12']) {
      for (const [, groups] of readSuite(join(import.meta.dirname, '../conformance', draft))) {
        for (const { schema, tests } of groups) for (const { data } of tests) staysTheSame(schema, data);
      }
    }
  });
});
