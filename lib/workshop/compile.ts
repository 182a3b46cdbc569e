import type { CodeRunner } from '@/lib/ports';
import { parseAnyJson } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { transform } from 'sucrase';
import { z } from 'zod';
import { DescriptionSchema, PackSchema, type CompiledPack, type Described, type Pack } from './pack';
import { ReplySchema, sourceOf } from './program';

/** What keeps a pack from compiling, for people. `file`, `line` and `column` (from 1) if they are known. */
export interface PackDiagnostic {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export type CompileOutcome =
  | { readonly ok: true; readonly pack: CompiledPack; readonly log: string }
  | { readonly ok: false; readonly faults: readonly PackDiagnostic[] };

/** Milliseconds within which all modules of a pack have to have run. */
const DESCRIBE_MS = 5000;

/** Compiles the files of a pack into one program, and runs it in the sandbox to learn what it contains. Never rejects. */
export async function compilePack(
  given: Pack,
  runtime: string,
  runner: CodeRunner,
  signal: AbortSignal,
): Promise<CompileOutcome> {
  const pack = PackSchema.safeParse(given);
  if (!pack.success) return { ok: false, faults: [{ message: z.prettifyError(pack.error) }] };
  const { name, files } = pack.data;
  const modules = Object.entries(files).flatMap(([file, text]) =>
    file.endsWith('.json') ? [dataOf(file, text)] : /\.[tj]s$/.test(file) ? [moduleOf(file, text)] : [],
  );
  const faults = modules.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) return { ok: false, faults };
  const program = `{${modules.map(({ code }) => code).join(',\n')}}`;
  const source = sourceOf(runtime, program);
  const outcome = await runner.run(
    { source, parameters: { request: { do: 'describe' } } },
    { signal, deadlineMs: DESCRIBE_MS },
  );
  if (!outcome.ok)
    return { ok: false, faults: [{ message: WHY[outcome.cause]?.(outcome.message) ?? outcome.message }] };
  const reply = ReplySchema.safeParse(outcome.value);
  if (!reply.success) return { ok: false, faults: [{ message: 'The code answered nonsense instead of its tools.' }] };
  if (reply.data.is === 'threw') return { ok: false, faults: [faultIn(reply.data.message)] };
  const told = DescriptionSchema.safeParse(reply.data);
  if (!told.success) {
    const issues = told.error.issues.map((issue) => ({ ...issue, path: asWritten(issue.path, reply.data) }));
    const message = `A tool, a hook or a case is not as it should be.\n${z.prettifyError({ issues })}`;
    return { ok: false, faults: [{ message }] };
  }
  const fault = faultOf(told.data);
  if (fault !== undefined) return { ok: false, faults: [{ message: fault }] };
  return { ok: true, pack: { name, program, ...told.data }, log: outcome.log };
}

/** A path in the description, in the terms of the person who wrote the code: `WordCount.input`, not `tools[0].schema`. */
function asWritten([list, at, ...fields]: readonly PropertyKey[], told: unknown): PropertyKey[] {
  const one = z.looseObject({ name: z.string() }).safeParse(atOf(atOf(told, list), at));
  const place = one.success ? [one.data.name] : [list, at].filter((part) => part !== undefined);
  return [...place, ...fields.map((field) => (list === 'tools' && field === 'schema' ? 'input' : field))];
}

const atOf = (value: unknown, key: PropertyKey | undefined): unknown =>
  typeof value === 'object' && value !== null && key !== undefined ? Reflect.get(value, key) : undefined;

/** What keeps a described pack from being used, for people. */
function faultOf({ tools, hooks, categories }: Described): string | undefined {
  const tool = firstTwice(tools);
  if (tool !== undefined) return `Two tools are called ${tool}.`;
  const hook = firstTwice(hooks);
  if (hook !== undefined) return `Two hooks are called ${hook}.`;
  if (tools.length + hooks.length + Object.keys(categories).length > 0) return undefined;
  return 'No file exports a tool: write export const … = defineTool({ … }). Hooks, middleware, canUseTool and categories count, too.';
}

const firstTwice = (named: readonly { readonly name: string }[]): string | undefined =>
  named.find(({ name }, index) => named.findIndex((other) => other.name === name) !== index)?.name;

const WHY: Readonly<Record<string, (message: string) => string>> = {
  deadline: () =>
    `The code did not come to an end within ${DESCRIBE_MS / 1000} s while its files were loaded. A loop outside execute?`,
  'not-code': (message) =>
    message.includes('await is only valid')
      ? 'There is an await outside of an async function. Write it inside execute.'
      : `This is not JavaScript: ${message}`,
  'not-json': (message) =>
    message.startsWith('more than')
      ? 'Its tools and cases have more than 1,000,000 characters together: make a schema, a description or a case smaller.'
      : `What the code says of its tools and cases cannot be sent: ${message}.`,
  unavailable: (message) => `The sandbox for code is not there: ${message}`,
};

function moduleOf(file: string, text: string): { code: string; fault?: PackDiagnostic } {
  try {
    const { code } = transform(text, {
      transforms: file.endsWith('.ts') ? ['typescript', 'imports'] : ['imports'],
      filePath: file,
      disableESTransforms: true,
      preserveDynamicImport: true,
    });
    return { code: `${JSON.stringify(file)}: function (exports, require, module) {'use strict';${code}\n}` };
  } catch (error) {
    return { code: '', fault: faultIn(messageOf(error).replace(/^Error transforming /, '')) };
  }
}

/** A JSON file is a module whose default export is its contents. */
function dataOf(file: string, text: string): { code: string; fault?: PackDiagnostic } {
  const data = parseAnyJson(text);
  if (!data.ok) return { code: '', fault: { file, message: 'It is no JSON.' } };
  const value = JSON.stringify(JSON.stringify(data.value));
  return {
    code: `${JSON.stringify(file)}: function (exports) { Object.defineProperty(exports, '__esModule', { value: true }); exports.default = JSON.parse(${value}); }`,
  };
}

/** `main.ts: Unexpected token (3:7)` as a place and a message. */
function faultIn(text: string): PackDiagnostic {
  const [, file, message = text] = /^([\w/-]+\.[tj]s): ([^]*)$/.exec(text) ?? [];
  const [place, line, column] = / \((\d+):(\d+)\)$/.exec(message) ?? [];
  return {
    message: place === undefined ? message : message.slice(0, -place.length),
    ...(file !== undefined && { file }),
    ...(place !== undefined && { line: Number(line), column: Number(column) }),
  };
}
