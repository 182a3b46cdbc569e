/** `src/toolyard.ts` of an exported project: what the source of a pack imports as `toolyard`. */
export const TOOLYARD = `import type { z } from 'zod';
import type * as hooks from './hooks.js';
import { checked } from './words.js';

export type * from './hooks.js';

/** What came of a call of another tool. */
export interface CallResult {
  ok: boolean;
  text: string;
  error?: string;
  structuredContent?: unknown;
}

export interface ToolContext {
  files: {
    read(path: string): Promise<string>;
    exists(path: string): Promise<boolean>;
    list(folder?: string): Promise<string[]>;
    write(path: string, text: string): Promise<void>;
    remove(path: string): Promise<void>;
  };
  shell: { run(command: string, options?: { timeout?: number }): Promise<{ exitCode: number; output: string }> };
  fetch(url: string): Promise<{ type: string; text: string }>;
  call(name: string, input?: object): Promise<CallResult>;
}

export type ToolOutput =
  | string
  | { text?: string; summary?: string; error?: string; content?: unknown[]; structuredContent?: unknown };

export interface ToolDefinition<Input> {
  name: string;
  title?: string;
  category?: string;
  description: string;
  kind?: 'read' | 'edit' | 'delete' | 'move' | 'execute' | 'fetch' | 'other';
  dangerous?: boolean;
  supportedProviders?: readonly string[];
  execute(input: Input, context: ToolContext): ToolOutput | Promise<ToolOutput>;
}

/** A call of a tool, or an occasion of a hook, and what should come of it. */
export type Case =
  | {
      tool: string;
      input: Record<string, unknown>;
      expect: string | { text?: string; includes?: string; error?: string };
      calls?: Record<string, string | { error: string; text?: string }>;
    }
  | hooks.HookCase;

/** Hooks and middleware stand around the calls of an agent: here nobody asks them. */
export const defineHook: typeof hooks.defineHook = (definition) => definition;
export const defineMiddleware: typeof hooks.defineMiddleware = (definition) => ({ ...definition, event: 'Middleware' });

export class DefinedTool {
  constructor(
    readonly name: string,
    readonly execute: (input: unknown, context: ToolContext) => ToolOutput | Promise<ToolOutput>,
  ) {}
}

export function defineTool<S extends z.ZodType>(definition: ToolDefinition<z.infer<S>> & { input: S }): DefinedTool;
export function defineTool(
  definition: ToolDefinition<Record<string, unknown>> & { input?: { type: 'object'; [keyword: string]: unknown } },
): DefinedTool;
export function defineTool(definition: ToolDefinition<never> & { input?: unknown }): DefinedTool {
  const { name, input } = definition;
  return new DefinedTool(name, async (given, context) =>
    definition.execute((isZod(input) ? await checked(input, given) : given) as never, context),
  );
}

const isZod = (input: unknown): input is z.ZodType => typeof input === 'object' && input !== null && '_zod' in input;
`;

/** The rest of `src/run-tool.ts`, which calls a tool of the pack by its name; `modules` are the files that it imports. */
export const RUN_TOOL = (modules: readonly string[]): string => `import { exec } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DefinedTool, type ToolContext } from './toolyard.js';

const exported: readonly unknown[] = [${modules.join(', ')}].flatMap((file) => Object.values(file).flat());
const tools = exported.filter((value) => value instanceof DefinedTool);

/** Other tools that these call: of this project, or of Toolyard. Say here what those do in your project. */
const call: ToolContext['call'] = async (name, input = {}) => {
  if (!tools.some((one) => one.name === name)) {
    const text = \`\${name} is a tool of Toolyard: say in src/run-tool.ts what it does here.\`;
    return { ok: false, text, error: 'UNSUPPORTED' };
  }
  try {
    const { success, text } = await runTool(name, input);
    return { ok: success, text };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error), error: 'EXECUTION_ERROR' };
  }
};

/** The files, the shell and the web, as Node has them: nobody is asked. */
const context: ToolContext = {
  call,
  files: {
    read: (path) => readFile(path, 'utf8'),
    exists: (path) => access(path).then(() => true, () => false),
    async list(folder = '.') {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.map((entry) => (entry.isDirectory() ? \`\${entry.name}/\` : entry.name)).sort();
    },
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
    remove: (path) => rm(path, { recursive: true }),
  },
  shell: {
    run: (command, { timeout = 120_000 } = {}) =>
      new Promise((resolve) => {
        exec(command, { timeout }, (error, out, err) => {
          resolve({ exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, output: out + err });
        });
      }),
  },
  async fetch(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(\`\${url} answered \${response.status}.\`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'text/html';
    if (!/^text\\/|[/+](json|xml|yaml|javascript)$/.test(type)) throw new Error(\`What is there is \${type}, which is not text.\`);
    return { type, text: await response.text() };
  },
};

export async function runTool(name: string, input: unknown): Promise<{ success: boolean; text: string; content?: unknown[] }> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(\`There is no tool named "\${name}".\`);
  const output = await tool.execute(input, context);
  if (typeof output === 'string') return { success: true, text: output };
  const { structuredContent, error, content } = output;
  const text = output.text ?? (content ? textIn(content) : (JSON.stringify(structuredContent) ?? ''));
  return { success: error === undefined, text, ...(content && { content }) };
}

const textIn = (content: readonly unknown[]): string =>
  content
    .flatMap((part) => (typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : []))
    .join('\\n');
`;
