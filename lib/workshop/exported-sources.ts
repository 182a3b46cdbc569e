/** `src/toolyard.ts` of an exported project: what the source of a pack imports as `toolyard`. */
export const TOOLYARD = `import type { z } from 'zod';
import type * as hooks from './hooks.js';

export type * from './hooks.js';

/** What came of a call of another tool. */
export interface CallResult {
  ok: boolean;
  text: string;
  error?: string;
  structuredContent?: unknown;
}

export interface ToolContext {
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
      calls?: Record<string, string>;
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
  const parse = (given: unknown) => (isZod(input) ? input.parse(given) : given);
  return new DefinedTool(name, (given, context) => definition.execute(parse(given) as never, context));
}

const isZod = (input: unknown): input is { parse(given: unknown): unknown } =>
  typeof input === 'object' && input !== null && 'parse' in input && typeof input.parse === 'function';
`;

/** The rest of `src/run-tool.ts`, which calls a tool of the pack by its name; `modules` are the files it has imported. */
export const RUN_TOOL = (
  modules: readonly string[],
): string => `import { DefinedTool, type ToolContext } from './toolyard.js';

const exported: readonly unknown[] = [${modules.join(', ')}].flatMap((file) => Object.values(file).flat());
const tools = exported.filter((value) => value instanceof DefinedTool);

/** Other tools that these call. They are Toolyard's: say here what they do in your project. */
const call: ToolContext['call'] = async (name) => ({
  ok: false,
  text: \`\${name} is a tool of Toolyard: say in src/run-tool.ts what it does here.\`,
  error: 'UNSUPPORTED',
});

export async function runTool(name: string, input: unknown): Promise<{ success: boolean; text: string }> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(\`There is no tool named "\${name}".\`);
  const output = await tool.execute(input, { call });
  if (typeof output === 'string') return { success: true, text: output };
  const { text = JSON.stringify(output.structuredContent) ?? '', error } = output;
  return { success: error === undefined, text };
}
`;
