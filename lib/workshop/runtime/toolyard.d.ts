import type { z } from 'zod';
import type { HookCase } from './hooks';

export * from './hooks';

/** The result of calling another tool. */
export interface CallResult {
  readonly ok: boolean;
  /** What a model would read. */
  readonly text: string;
  /** A failure's code, such as `NOT_FOUND`. */
  readonly error?: string;
  readonly structuredContent?: unknown;
}

/**
 * The files of the project. Each use is a call of Read, Ls, Write or Delete and passes the permission rules like any call. A
 * refused use rejects with an error whose `code` says why, such as `NOT_FOUND` or `GATE_DENIED`.
 */
export interface Files {
  /** The whole text of a file. */
  read(path: string): Promise<string>;
  /** Whether a file or folder exists. */
  exists(path: string): Promise<boolean>;
  /** The contents of a folder, by name; names of folders end in `/`. Default: the current folder. */
  list(folder?: string): Promise<string[]>;
  /** Creates a file or replaces its contents; missing folders are created. */
  write(path: string, text: string): Promise<void>;
  /** Deletes a file, or a folder with everything in it. */
  remove(path: string): Promise<void>;
}

/** The shell of the sandbox. Each use is a call of Bash. */
export interface Shell {
  /** Runs a command line to its end, whatever its exit code. `timeout`: milliseconds. */
  run(command: string, options?: { timeout?: number }): Promise<{ exitCode: number; output: string }>;
}

/** The response of a public address. */
export interface Fetched {
  /** Its media type, such as `text/html` or `application/json`. */
  type: string;
  /** The unchanged body. */
  text: string;
}

/**
 * What a tool may use while it runs. The tool is run again from its start with each answer, so it has to take the same path each
 * time; the clock stands still meanwhile.
 */
export interface ToolContext {
  files: Files;
  shell: Shell;
  /**
   * Fetches a public address; private addresses are refused, and so is anything but text. Each use is a call of WebFetch.
   * Rejects unless the request succeeds.
   */
  fetch(url: string): Promise<Fetched>;
  /**
   * Calls any other tool: `await context.call('Grep', { pattern: 'TODO' })`. The call passes the permission rules like any call.
   */
  call(name: string, input?: object): Promise<CallResult>;
}

/** What a tool may return: text for the model, or text and more. */
export type ToolOutput =
  | string
  | {
      text?: string;
      /** One line for people. */
      summary?: string;
      /** Set if it failed: a code such as `NOT_FOUND`, `INVALID_ARGS` or `EXECUTION_ERROR`. Say in `text` what to do next. */
      error?: string;
      content?: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
      structuredContent?: unknown;
    };

export interface ToolDefinition<Input> {
  /** Letters, digits, _ and -. */
  name: string;
  /** For people. */
  title?: string;
  /** For the model: what the tool is for, when not to use it, and what to do after its most common error. */
  description: string;
  /** Its category in an index and in searches. Default: the name of the pack. */
  category?: string;
  /** What a call does, including the calls of other tools that it makes. In plan mode only `read` runs. */
  kind?: 'read' | 'edit' | 'delete' | 'move' | 'execute' | 'fetch' | 'other';
  /** Whether a person is also asked about each call of this tool, not only about the calls of other tools that it makes. */
  dangerous?: boolean;
  /** The model providers it works with, such as `anthropic`; with any other it is off. Default: all. */
  supportedProviders?: readonly string[];
  execute(input: Input, context: ToolContext): ToolOutput | Promise<ToolOutput>;
}

export interface DefinedTool {
  readonly name: string;
}

/** Makes a tool whose input is described by Zod; `execute` gets it parsed and typed. */
export function defineTool<S extends z.ZodType>(definition: ToolDefinition<z.infer<S>> & { input: S }): DefinedTool;
/** Makes a tool whose input is described by a JSON Schema, or that takes no input. */
export function defineTool(
  definition: ToolDefinition<Record<string, unknown>> & { input?: { type: 'object'; [keyword: string]: unknown } },
): DefinedTool;

/** A test of a pack, run on each save. A pack exports a list of them as `cases`. */
export type Case = ToolCase | HookCase;

/** A call of a tool, and its expected result. */
export interface ToolCase {
  tool: string;
  input: Record<string, unknown>;
  expect: string | { text?: string; includes?: string; error?: string };
  /** The answers of other tools, or of the tools behind ports, that this one calls, by name: a text, or a failure. */
  calls?: Record<string, string | { error: string; text?: string }>;
}
