import { parse } from 'jsonc-parser';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { readDeclarations } from '@/lib/tools/lint';
import { MOST_FILES, type Pack } from './pack';
import { callOf, readOpenApi, type ApiOperation } from './from-openapi';
import { readYaml } from './openapi-document';
import { sourceFrom, type ToolForm } from './templates';

/** The files of a pack, or why there are none. */
export type FromDeclarations =
  | { readonly ok: true; readonly files: Pack['files'] }
  | { readonly ok: false; readonly reason: string };

/** Keywords that occur in the JSON Schema of an object, but not in the declaration of a tool. */
const KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', '$ref', 'anyOf', 'oneOf', 'allOf'];

/** The JSON Schema of one tool's input. */
function aloneIn(value: unknown): JsonSchema | undefined {
  if (!isObject(value) || (value.type !== undefined && value.type !== 'object')) return undefined;
  return value.type === 'object' || KEYWORDS.some((keyword) => keyword in value) ? value : undefined;
}

/**
 * A pack made from the declarations in a text: tools in the format of MCP, Anthropic, OpenAI or Gemini, each in its own file;
 * the JSON Schema of one tool's input; or the operations of an OpenAPI document, all or only the named one. Never throws.
 */
export function fromDeclarations(text: string, operation?: string): FromDeclarations {
  const api = readOpenApi(text);
  if (api) return fromOperations(operation === undefined ? api : api.filter(({ name }) => name === operation));
  if (/^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text))
    return { ok: false, reason: 'It is called an OpenAPI document, but cannot be read as one.' };
  const value = readLoosely(text);
  const alone = aloneIn(value);
  if (alone) {
    const { title, description } = alone;
    const name = typeof title === 'string' ? title : 'MyTool';
    return {
      ok: true,
      files: { 'main.ts': sourceOf(name, typeof description === 'string' ? description : '', alone) },
    };
  }
  const declarations = readDeclarations(isJson(text) || value === undefined ? text : JSON.stringify(value));
  if (!declarations.ok) {
    const other = isObject(value) && typeof value.type === 'string' && value.type !== 'object';
    return other
      ? { ok: false, reason: 'The input of a tool is an object: this is a schema of something else.' }
      : declarations;
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

/** Parses JSON as people write it, with comments and trailing commas, or YAML. */
function readLoosely(text: string): unknown {
  try {
    return isJson(text) ? parse(text, [], { allowTrailingComma: true }) : readYaml(text);
  } catch {
    // Nested too deeply to be processed.
    return undefined;
  }
}

const isJson = (text: string): boolean => /^\s*(?:[{[]|\/[/*])/.test(text);

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

/** The closest name that providers accept. */
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
