import type { z } from 'zod';
import type { JsonSchema } from '@/lib/schema/json-schema';
import type { CanUseTool, Ports } from '@/lib/ports';
import type {
  Annotations,
  FileDiff,
  Language,
  PermissionMode,
  ToolKind,
  ToolMetadata,
  ToolResult,
} from '@/lib/protocol';
import type { ToolCategory } from './category';
import type { HookRunner } from './hooks/hook-runner';
import type { RestrictionStack } from './pool/restriction-stack';
import type { System } from './system';

export type { JsonSchema };

/** The contract of every tool, built-in or not. Create one with `defineTool`, never by hand. */
export interface Tool<I = unknown, O = unknown> {
  readonly name: string;
  readonly title: string;
  /** What it is for, when not to use it, and what to do after its usual error. */
  readonly description: string;
  /** Shown only on direct look-up. */
  readonly help?: string;
  /** Describes one call for people, such as `Read src/cart.ts`. */
  titleFor?(input: I): string;
  readonly kind: ToolKind;
  readonly category: ToolCategory;
  readonly tier: ToolMetadata['tier'];
  readonly source: ToolMetadata['source'];
  /** The pack it belongs to, if a person wrote it. */
  readonly pack?: string;
  /** When its source was saved, in milliseconds since the epoch, if a person wrote it. Serves as its version. */
  readonly savedAt?: number | undefined;
  /** The built-in tool that does the work, if this is another system's name for it. Rules and lists match either name. */
  readonly executor?: string;
  /** Its field names by the executor's field names; an empty string if it has no such field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The system that the tool belongs to, if not ours; it decides how calls behave. */
  readonly system?: System;
  /** It creates no folders: those in a path must exist. */
  readonly existingFolders?: boolean;
  /** Its paths must be absolute. */
  readonly absolutePaths?: boolean;
  readonly input: z.ZodType<I> | JsonSchema;
  /** The schema that a result's `structuredContent` must match. */
  readonly output?: z.ZodType | JsonSchema;
  readonly annotations: Annotations;
  /** Inputs known to be valid, simplest first. */
  readonly examples?: readonly object[];
  /** What the host must provide, such as `sandbox`; the tool is hidden if anything is missing. */
  readonly capabilities: readonly string[];
  /** The model providers it works with. Omitted or empty: all. */
  readonly supportedProviders?: readonly string[];
  /** The feature flag that must be on for this tool to be available. Omitted: none. */
  readonly featureFlag?: string;
  /** Its declaration is sent in every turn, whatever the discovery. */
  readonly alwaysActive?: boolean;
  /** The provider may stream the arguments unbuffered. */
  readonly supportsInputStreaming?: boolean;
  /** Maximum characters of a result's text before it is truncated. */
  readonly outputLimit?: number;
  /** Maximum duration of a call, in milliseconds. */
  deadlineFor?(input: I): number;
  /** No call changes anything, whatever the input. Set by its kind or its author, never by annotations. */
  readonly onlyReads: boolean;
  isReadOnly(input: I): boolean;
  isDangerous(input: I): boolean;
  /**
   * A built-in tool that only changes the agent's own records, or asks a person itself: no permission mode asks about it or
   * refuses it. Deny and ask rules still apply.
   */
  readonly autoApproved?: boolean;
  /** It only changes things through nested calls, which are checked themselves. It is asked about only if dangerous. */
  readonly actsThroughCalls?: boolean;
  /** It only waits for a person's answer: a call cut off by a reload is repeated, and asks again. */
  readonly waitsForPerson?: boolean;
  /**
   * It may run at the same time as adjacent calls that also allow this, although it is not read-only: it only changes things
   * through nested calls.
   */
  readonly runsBeside?: boolean;
  /** Milliseconds a call may continue after an abort, to clean up and report how far it got. */
  readonly abortGrace?: number;
  /** Tells the model how to continue after a reload cut this call off; undefined if there is nothing to add. */
  recoveryHint?(input: I, context: ToolContext): Promise<string | undefined>;
  /** Why this call must never run, whatever the mode and the rules; undefined if it may run. */
  refuse?(input: I, context: ToolContext): Promise<Refusal | undefined>;
  /** The rule `always allow` would save, such as `Bash(npm test:*)`. */
  suggestRule?(input: I, context: ToolContext): Promise<string>;
  /** What a rule's pattern is matched against. A tool without this is matched only by its bare name. */
  ruleSubject?(input: I, context: ToolContext): Promise<RuleSubject>;
  /** The tool that the call in effect runs: a bare-name deny or ask rule for that tool also applies to this call. */
  delegatesTo?(input: I): Pick<AnyTool, 'name' | 'source'>;
  /** What the call would change, without changing it; undefined if that is unknown. */
  preview?(input: I, context: ToolContext): Promise<FileDiff | undefined>;
  /** Validates any input and runs the tool; never throws. A model's calls go through the dispatcher instead. */
  call(input: unknown, context: ToolContext): Promise<ToolResult>;
  execute(input: I, context: ToolContext): O | Promise<O>;
}

/** A hard-coded refusal: why, and what would be allowed instead. */
export interface Refusal {
  readonly reason: string;
  readonly hint?: string;
}

/**
 * What a permission rule's pattern is matched against. An allow rule applies only if every part is covered; a deny or ask
 * rule applies as soon as any part matches.
 */
export type RuleSubject =
  /** A path as given (absolute, normalised) and with symbolic links resolved. Relative patterns start at `root`. */
  | { readonly kind: 'path'; readonly paths: readonly string[]; readonly root: string }
  /** A command line as written, and each command in it. */
  | { readonly kind: 'command'; readonly whole: string; readonly commands: readonly string[] };

/** What a tool may use while it runs. A missing port is `undefined`: the tool answers STORE_UNAVAILABLE. */
export interface ToolContext extends Readonly<Partial<Ports>> {
  readonly callId: string;
  readonly threadId: string;
  /** Aborts on stop and at the deadline; `signal.reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** When the call is cut off, milliseconds since the epoch. */
  readonly deadline: number;
  /** The language for talking to the model that made the call. Default: English. */
  readonly language?: Language;
  /** The system whose behaviour the call follows and whose names its model knows. Default: ours. */
  readonly system?: System;
  /** Maximum characters of this call's result text. Default: the tool's limit. */
  readonly outputLimit?: number;
  /** Folders that may be written to. Empty: anywhere in the sandbox. */
  readonly writeRoots: readonly string[];
  /** Where relative paths start if there is no shell. */
  readonly cwd?: string;
  /** Environment variables for every program a tool starts; those of the shell take precedence. */
  readonly env?: Readonly<Record<string, string>>;
  readonly permissionMode?: PermissionMode;
  readonly canUseTool?: CanUseTool;
  /** The tools available now, for tool search. */
  readonly pool?: () => readonly AnyTool[];
  /** The restrictions that running skills put on this agent's tools. */
  readonly restrictions?: RestrictionStack;
  /** How many nested skills this call runs inside. */
  readonly skillDepth?: number;
  readonly hooks?: HookRunner;
  /** Shows output while the call runs; the model does not see it. */
  onOutput(text: string): void;
}

/** What a tool's `execute` may return: text for the model, or a result with more than text. */
export type ToolOutput = string | (Omit<ToolResult, 'success'> & { success?: boolean });

/** A tool with its types erased. */
export type AnyTool = Tool;

/**
 * Erases a tool's types so that it fits in a container of tools. Sound because a container's tools are only called through
 * dispatch, which validates every input against the tool's own schema first.
 */
export const eraseTool = <I, O>(tool: Tool<I, O>): AnyTool => tool;
