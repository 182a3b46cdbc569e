import type { z } from 'zod';
import type { BlobStore, FileLedger, Sandbox, ShellState } from '@/lib/ports';
import type { Annotations, FileDiff, ToolKind, ToolMetadata, ToolResult } from '@/lib/protocol';

/** A JSON Schema with an object at its root. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One contract for every tool, built-in or foreign. Made with `defineTool`, never by hand. */
export interface Tool<I = unknown, O = unknown> {
  readonly name: string;
  readonly title: string;
  /** What it is for, when not to use it, what to do after its usual error. */
  readonly description: string;
  /** Shown only on direct look-up. */
  readonly help?: string;
  /** What one call does, for people: `Read src/cart.ts`. */
  titleFor?(input: I): string;
  readonly kind: ToolKind;
  readonly category: string;
  readonly tier: ToolMetadata['tier'];
  readonly source: ToolMetadata['source'];
  readonly input: z.ZodType<I> | JsonSchema;
  readonly output?: z.ZodType<O> | JsonSchema;
  readonly annotations: Annotations;
  readonly capabilities: readonly string[];
  readonly supportedProviders?: readonly string[];
  readonly supportsInputStreaming?: boolean;
  /** Characters of text a result may have before it is truncated. */
  readonly outputLimit?: number;
  /** Milliseconds a call may take; a function where the input decides. */
  deadlineFor?(input: I): number;
  isReadOnly(input: I): boolean;
  isDangerous(input: I): boolean;
  /** The rule `always allow` would save, such as `Bash(npm test:*)`. */
  suggestRule?(input: I): string;
  /** The text a rule's pattern is matched against, such as a path or a command. */
  ruleSubject?(input: I): string;
  /** What the call would change, without changing it; undefined where it cannot tell. */
  preview?(input: I, context: ToolContext): Promise<FileDiff | undefined>;
  execute(input: I, context: ToolContext): Promise<O>;
}

/** What a tool may use while it runs. Ports that are not there are `undefined`: the tool answers STORE_UNAVAILABLE. */
export interface ToolContext {
  readonly callId: string;
  readonly threadId: string;
  /** Aborted on stop and at the deadline; `signal.reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** When the call is cut off, milliseconds since the epoch. */
  readonly deadline: number;
  /** Folders that may be written to; empty means anywhere in the sandbox. */
  readonly writeRoots: readonly string[];
  readonly sandbox?: Sandbox;
  readonly shell?: ShellState;
  readonly ledger?: FileLedger;
  readonly blobs?: BlobStore;
  /** Shows output while the call runs; the model does not see it. */
  onOutput(text: string): void;
}

/** What a tool's `execute` may return: text for the model, or a result with more than text. */
export type ToolOutput = string | (Omit<ToolResult, 'success'> & { success?: boolean });

/** A tool whose types a container need not know. */
export type AnyTool = Tool;
