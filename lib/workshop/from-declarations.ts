import { parse } from 'jsonc-parser';
import type { ToolKind } from '@/lib/protocol';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { readDeclarations } from '@/lib/tools/lint';
import { MOST_FILES, type Pack } from './pack';
import { callBody, readOpenApi, type ApiOperation } from './from-openapi';
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
      files: filesOf([{ name, description: typeof description === 'string' ? description : '', schema: alone }]),
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
  return { ok: true, files: filesOf(declared.map(({ design }) => ({ ...design, schema: design.inputSchema }))) };
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
  const tools = operations.map((one) => ({
    ...one,
    kind: one.method === 'GET' ? ('fetch' as const) : ('other' as const),
    body: callBody(one),
  }));
  return { ok: true, files: filesOf(tools) };
}

interface Start extends ToolForm {
  readonly kind?: ToolKind;
  readonly body?: string;
}

/** A file for each tool, which gets the closest name that providers accept and no other has. */
function filesOf(tools: readonly Start[]): Pack['files'] {
  const taken = new Set<string>();
  const files = tools.map(({ name, description, schema, kind, body }) => {
    const free = freeName(name, taken);
    taken.add(free);
    const form = {
      name: free,
      description: description === '' ? 'Say what it is for, and what it is not for.' : description,
      schema: { ...schema, type: 'object' },
    };
    return [tools.length === 1 ? 'main.ts' : `${free}.ts`, sourceFrom(form, kind, body)];
  });
  return Object.fromEntries(files);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const known = name
    .replace(/[^\w-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '');
  const base = known.slice(0, 60) || 'MyTool';
  for (let count = 1; ; count++) {
    const free = count === 1 ? known.slice(0, 64) || base : `${base}-${count}`;
    if (!taken.has(free)) return free;
  }
}
