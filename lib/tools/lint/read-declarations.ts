import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { isObject, type ToolDesign } from './design';
import { stepsOf } from './pointer';

/** A tool found in a file of declarations. */
export interface Declared {
  readonly design: ToolDesign;
  /** Maps a JSON Pointer into the design to a path in the file. */
  placeOf(pointer: string): readonly (string | number)[];
}

export type DeclarationsRead =
  | { readonly ok: true; readonly declared: readonly Declared[] }
  | { readonly ok: false; readonly reason: string };

type Path = readonly (string | number)[];

/**
 * Reads the tools that a JSON text declares, in the form of MCP, Anthropic, OpenAI or Gemini, alone or in a list, such as the
 * answer to `tools/list` or a request body. Comments and trailing commas are allowed. Never throws.
 */
export function readDeclarations(text: string): DeclarationsRead {
  const errors: ParseError[] = [];
  let root: unknown;
  try {
    root = parse(text, errors, { allowTrailingComma: true });
  } catch {
    // Nested deeply enough to exhaust the parser's stack.
    return { ok: false, reason: 'It is nested too deeply to be read.' };
  }
  const [error] = errors;
  if (error) {
    const { length } = text.slice(0, error.offset).split('\n');
    return { ok: false, reason: `It is no JSON: ${printParseErrorCode(error.error)} in line ${length}.` };
  }
  const declared = found(root, []);
  return declared.length > 0 ? { ok: true, declared } : { ok: false, reason: 'It declares no tool.' };
}

/** Keys under which tools may be found. */
const HOLDERS = ['tools', 'functions', 'functionDeclarations', 'function_declarations', 'result', 'function'];
const DEEPEST = 6;

function found(value: unknown, path: Path): Declared[] {
  if (path.length > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => found(item, [...path, index]));
  if (!isObject(value)) return [];
  const declared = declaredBy(value, path);
  if (declared) return [declared];
  return HOLDERS.filter((key) => key in value).flatMap((key) => found(value[key], [...path, key]));
}

const SCHEMAS = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema'];
/** Types in capitals, as Gemini writes them. */
const IN_CAPITALS = /^(?:STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/;

const smallIfGemini = (schema: unknown): unknown =>
  isObject(schema) && typeof schema.type === 'string' && IN_CAPITALS.test(schema.type) ? inSmall(schema) : schema;

/** Converts a schema's types to the lower case of JSON Schema. */
function inSmall(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSmall);
  if (!isObject(value)) return value;
  const { nullable, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inSmall(inner)]),
  );
  if (typeof schema.type !== 'string' || !IN_CAPITALS.test(schema.type))
    return nullable === undefined ? schema : { ...schema, nullable };
  const type = schema.type.toLowerCase();
  return { ...schema, type: nullable === true ? [type, 'null'] : type };
}

const SchemaSchema = z.record(z.string(), z.unknown());
const AnnotationsSchema = z.record(z.string(), z.boolean()).optional().catch(undefined);

function declaredBy(value: Readonly<Record<string, unknown>>, path: Path): Declared | undefined {
  if (typeof value.name !== 'string') return undefined;
  const key = SCHEMAS.find((schema) => isObject(value[schema]));
  // A function without parameters has no schema at all.
  if (key === undefined && value.description === undefined) return undefined;
  const output = SchemaSchema.safeParse(value.outputSchema);
  const annotations = AnnotationsSchema.parse(isObject(value.annotations) ? hintsOf(value.annotations) : undefined);
  return {
    design: {
      name: value.name,
      ...(typeof value.title === 'string' && { title: value.title }),
      description: typeof value.description === 'string' ? value.description : '',
      inputSchema: SchemaSchema.catch({ type: 'object', properties: {} }).parse(key && smallIfGemini(value[key])),
      ...(output.success && { outputSchema: output.data }),
      ...(annotations && { annotations }),
    },
    placeOf: (pointer) => {
      const [first = '', ...rest] = stepsOf(pointer);
      const own = first === 'inputSchema' ? (key ?? first) : first;
      return own === '' ? path : [...path, own, ...rest];
    },
  };
}

const hintsOf = (annotations: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(annotations).filter(([name]) => name.endsWith('Hint')));
