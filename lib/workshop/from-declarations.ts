import { parse } from 'jsonc-parser';
import { z } from 'zod';
import { readDeclarations } from '@/lib/tools/lint';
import { MOST_FILES, type Pack } from './pack';
import { callOf, isSwagger, readOpenApi, type ApiOperation } from './from-openapi';
import { sourceFrom, type ToolForm } from './templates';

/** The files of a pack, or why there are none. */
export type FromDeclarations =
  | { readonly ok: true; readonly files: Pack['files'] }
  | { readonly ok: false; readonly reason: string };

/** What a schema says of itself, for a tool whose input it is. */
const AloneSchema = z.looseObject({
  type: z.literal('object').optional(),
  properties: z.record(z.string(), z.unknown()),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
});

/**
 * A pack that begins with what a text declares: tools in the form of MCP, Anthropic, OpenAI or Gemini, each in a file of its own, or
 * the JSON Schema of one tool's input, or the operations of an OpenAPI document: all, or the one of this name. Never throws.
 */
export function fromDeclarations(text: string, operation?: string): FromDeclarations {
  const api = readOpenApi(text);
  if (api) return fromOperations(operation === undefined ? api : api.filter(({ name }) => name === operation));
  if (isSwagger(text)) return { ok: false, reason: 'It is OpenAPI 2 (Swagger): convert it to OpenAPI 3 first.' };
  const declarations = readDeclarations(text);
  if (!declarations.ok) {
    const alone = AloneSchema.safeParse(parse(text));
    if (!alone.success) return { ok: false, reason: declarations.reason };
    const { title = 'MyTool', description = '' } = alone.data;
    return { ok: true, files: { 'main.ts': sourceOf(title, description, alone.data) } };
  }
  const { declared } = declarations;
  if (declared.length > MOST_FILES)
    return { ok: false, reason: `It declares ${declared.length} tools; a pack has at most ${MOST_FILES} files.` };
  const files: Pack['files'] = {};
  for (const { design } of declared) {
    const { name, description, inputSchema } = design;
    const file = declared.length === 1 ? 'main' : nameOf(name);
    files[freeFile(file, files)] = sourceOf(name, description, inputSchema);
  }
  return { ok: true, files };
}

function fromOperations(operations: readonly ApiOperation[]): FromDeclarations {
  if (operations.length === 0) return { ok: false, reason: 'The document describes no operation.' };
  if (operations.length > MOST_FILES)
    return {
      ok: false,
      reason: `It has ${operations.length} operations: choose one. A pack has at most ${MOST_FILES} files.`,
    };
  const files: Pack['files'] = {};
  for (const one of operations) {
    const { name, description, schema, method } = one;
    const file = operations.length === 1 ? 'main' : nameOf(name);
    files[freeFile(file, files)] = sourceFrom(
      formOf(name, description, schema),
      method === 'GET' ? 'fetch' : 'other',
      callOf(one),
    );
  }
  return { ok: true, files };
}

const sourceOf = (name: string, description: string, schema: object): string =>
  sourceFrom(formOf(name, description, schema));

const formOf = (name: string, description: string, schema: object): ToolForm => ({
  name: nameOf(name),
  description: description === '' ? 'Say what it is for, and what it is not for.' : description,
  schema: { ...schema, type: 'object' },
});

/** A name that providers take, as near as can be. */
function nameOf(name: string): string {
  const known = name
    .replace(/[^\w-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '');
  return known.slice(0, 64) || 'MyTool';
}

function freeFile(name: string, files: Pack['files']): string {
  for (let count = 1; ; count++) {
    const file = count === 1 ? `${name}.ts` : `${name}-${count}.ts`;
    if (!Object.hasOwn(files, file)) return file;
  }
}
