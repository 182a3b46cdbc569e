import type { z } from 'zod';
import type { HookCase } from './hooks';

export * from './hooks';

/** What came of a call of another tool. */
export interface CallResult {
  readonly ok: boolean;
  /** What a model would read. */
  readonly text: string;
  /** A failure's code, such as `NOT_FOUND`. */
  readonly error?: string;
  readonly structuredContent?: unknown;
}

/**
 * The files of the project. Each use is a call of Read, Ls, Write or Delete: it passes the permission rules as every call does, and what
 * is refused rejects with an error whose `code` says why, such as `NOT_FOUND` or `GATE_DENIED`.
 */
export interface Files {
  /** The whole text of a file. */
  read(path: string): Promise<string>;
  /** Whether there is a file or a folder. */
  exists(path: string): Promise<boolean>;
  /** What is in a folder, by name; names of folders end in `/`. Default: the current folder. */
  list(folder?: string): Promise<string[]>;
  /** Creates a file, or replaces what is in it; missing folders are created. */
  write(path: string, text: string): Promise<void>;
  /** Deletes a file, or a folder with all it holds. */
  remove(path: string): Promise<void>;
}

/** The shell of the sandbox. Each use is a call of Bash. */
export interface Shell {
  /** Runs a command line to its end, whatever its exit code. `timeout`: milliseconds. */
  run(command: string, options?: { timeout?: number }): Promise<{ exitCode: number; output: string }>;
}

/** What a public address answered. */
export interface Fetched {
  /** What it is, such as `text/html` or `application/json`. */
  type: string;
  /** The body as it is. */
  text: string;
}

/**
 * What a tool may use while it runs. The tool is run again from its start with each answer, so it has to go the same way each time; the
 * clock stands still meanwhile.
 */
export interface ToolContext {
  files: Files;
  shell: Shell;
  /**
   * Gets what is at a public address; what is private is refused, and so is what is no text. Each use is a call of WebFetch. Rejects where
   * the answer is no success.
   */
  fetch(url: string): Promise<Fetched>;
  /** Calls any other tool: `await context.call('Grep', { pattern: 'TODO' })`. The call passes the permission rules as every call does. */
  call(name: string, input?: object): Promise<CallResult>;
}

/** What a tool may answer: text for the model, or text with more. */
export type ToolOutput =
  | string
  | {
      text?: string;
      /** One line for people. */
      summary?: string;
      /** It failed: a code such as `NOT_FOUND`, `INVALID_ARGS` or `EXECUTION_ERROR`. Say in `text` what to do next. */
      error?: string;
      content?: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
      structuredContent?: unknown;
    };

export interface ToolDefinition<Input> {
  /** Letters, figures, _ and -. */
  name: string;
  /** For people. */
  title?: string;
  /** For the model: what the tool is for, when not to use it, what to do after its usual error. */
  description: string;
  /** Where it stands in an index and in searches. Default: the name of the pack. */
  category?: string;
  /** What a call does, with the calls of others that it makes. In plan mode only `read` runs. */
  kind?: 'read' | 'edit' | 'delete' | 'move' | 'execute' | 'fetch' | 'other';
  /** Whether a person is asked about each call of it, too, and not only about the calls of others that it makes. */
  dangerous?: boolean;
  /** The model providers it works with, such as `anthropic`; it is off under any other. Default: all of them. */
  supportedProviders?: readonly string[];
  execute(input: Input, context: ToolContext): ToolOutput | Promise<ToolOutput>;
}

export interface DefinedTool {
  readonly name: string;
}

/** Makes a tool. Its input is described by Zod, and `execute` gets it parsed and typed. */
export function defineTool<S extends z.ZodType>(definition: ToolDefinition<z.infer<S>> & { input: S }): DefinedTool;
/** Makes a tool whose input is described by a JSON Schema, or that takes none. */
export function defineTool(
  definition: ToolDefinition<Record<string, unknown>> & { input?: { type: 'object'; [keyword: string]: unknown } },
): DefinedTool;

/** What a pack is tried with on each save: it exports a list of them as `cases`. */
export type Case = ToolCase | HookCase;

/** A call of a tool, and what should come of it. */
export interface ToolCase {
  tool: string;
  input: Record<string, unknown>;
  expect: string | { text?: string; includes?: string; error?: string };
  /** What other tools answer when this one calls them, by name, or the ports that stand on them: a text, or a failure. */
  calls?: Record<string, string | { error: string; text?: string }>;
}
