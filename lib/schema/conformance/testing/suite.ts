import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { SchemaLibrary } from '../../engine';

const SchemaSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);

const GroupsSchema = z.array(
  z.object({
    description: z.string(),
    schema: SchemaSchema,
    tests: z.array(z.object({ description: z.string(), data: z.unknown(), valid: z.boolean() })),
  }),
);

export type Group = z.infer<typeof GroupsSchema>[number];

/** The tests of a folder in the suite's form, by file. */
export function readSuite(folder: string): [file: string, groups: Group[]][] {
  return jsonFiles(folder).map((file) => [file, read(GroupsSchema, join(folder, file))]);
}

/** The schemas that tests refer to, under the address that the suite gives them. */
export function readRemotes(folder: string): SchemaLibrary {
  return Object.fromEntries(
    jsonFiles(folder).map((file) => [`http://localhost:1234/${file}`, read(SchemaSchema, join(folder, file))]),
  );
}

const jsonFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted();

function read<T>(schema: z.ZodType<T>, file: string): T {
  const parsed = parseJson(schema, readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.reason}`);
  return parsed.value;
}
