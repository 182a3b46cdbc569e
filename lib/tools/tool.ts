import type { z } from 'zod';
import type { JsonSchema } from '@/lib/schema/json-schema';
import type {
  AgentSpawner,
  BlobStore,
  CanUseTool,
  Configuration,
  CronStore,
  FileCache,
  FileLedger,
  CodeRunner,
  KnowledgeStore,
  LanguageService,
  MailboxStore,
  McpConnections,
  MemoryStore,
  NestedCalls,
  PageDriver,
  PlanStore,
  Questions,
  Sandbox,
  Services,
  ShellState,
  SkillRegistry,
  TaskStore,
  TeamStore,
  TodoStore,
  DynamicToolStore,
  WorkflowStore,
  WorktreeStore,
} from '@/lib/ports';
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
  readonly category: ToolCategory;
  readonly tier: ToolMetadata['tier'];
  readonly source: ToolMetadata['source'];
  /** The pack that it stands in, where a person writes it. */
  readonly pack?: string;
  /** When its source was saved, milliseconds since the epoch, where a person writes it: that is its version. */
  readonly savedAt?: number | undefined;
  /** The built-in tool that does the work, where this one is that tool under another system's name. Rules and lists know it by both. */
  readonly executor?: string;
  /** What its fields are called, by the executor's names for them; empty where it has none for one. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whose tool this is, where that is another system than ours: how calls behave in its company. */
  readonly system?: System;
  /** It makes no folders: those of a path have to be there. */
  readonly existingFolders?: boolean;
  /** Its paths have to begin at the root. */
  readonly absolutePaths?: boolean;
  readonly input: z.ZodType<I> | JsonSchema;
  /** What a result's `structuredContent` is checked against. */
  readonly output?: z.ZodType | JsonSchema;
  readonly annotations: Annotations;
  /** Inputs that its author knows it to take, the plainest first. */
  readonly examples?: readonly object[];
  /** What the host must be able to do, such as `sandbox`; the tool is hidden where one of them is missing. */
  readonly capabilities: readonly string[];
  /** The model providers it works with; left out or empty: all of them. */
  readonly supportedProviders?: readonly string[];
  /** The flag that has to be on for this tool to be there; left out: none. */
  readonly featureFlag?: string;
  /** Its form is sent in every turn, whatever the discovery. */
  readonly alwaysActive?: boolean;
  /** The provider may stream the arguments unbuffered. */
  readonly supportsInputStreaming?: boolean;
  /** Characters of text a result may have before it is truncated. */
  readonly outputLimit?: number;
  /** Milliseconds a call may take; a function where the input decides. */
  deadlineFor?(input: I): number;
  /** No call of it changes anything, whatever the input. Told by its kind, or by its author; never by a hint. */
  readonly onlyReads: boolean;
  isReadOnly(input: I): boolean;
  isDangerous(input: I): boolean;
  /**
   * A built-in tool that changes nothing but what the agent keeps for itself, or asks a person by itself: no mode asks about it
   * or refuses it. Deny and ask rules still hold.
   */
  readonly autoApproved?: boolean;
  /** It changes nothing but through calls that it makes, and those are decided about. Asked about besides only where it is dangerous. */
  readonly actsThroughCalls?: boolean;
  /** All it does is to wait for a person's answer: a call that a reload cut off is made again, and asks again. */
  readonly waitsForPerson?: boolean;
  /**
   * It may run at the same time as neighbouring calls that say the same, though it does not only read: whatever it changes, it
   * changes through calls of its own.
   */
  readonly runsBeside?: boolean;
  /** Milliseconds the call may go on after an abort, to clean up and say how far it got. */
  readonly abortGrace?: number;
  /** How to go on after a reload cut this call off, for the model; undefined where there is nothing to add. */
  recoveryHint?(input: I, context: ToolContext): Promise<string | undefined>;
  /** Why this call may never run, whatever the mode and the rules; undefined if it may. */
  refuse?(input: I, context: ToolContext): Promise<Refusal | undefined>;
  /** The rule `always allow` would save, such as `Bash(npm test:*)`. */
  suggestRule?(input: I, context: ToolContext): Promise<string>;
  /** What a rule's pattern is matched against. A tool without this is matched by its bare name only. */
  ruleSubject?(input: I, context: ToolContext): Promise<RuleSubject>;
  /** The tool that such a call really makes: who denies or asks about that one by its bare name means this call, too. */
  delegatesTo?(input: I): Pick<AnyTool, 'name' | 'source'>;
  /** What the call would change, without changing it; undefined where it cannot tell. */
  preview?(input: I, context: ToolContext): Promise<FileDiff | undefined>;
  /** Runs it with any input: checks that first, and never throws. Calls of a model go through the dispatcher instead. */
  call(input: unknown, context: ToolContext): Promise<ToolResult>;
  execute(input: I, context: ToolContext): Promise<O>;
}

/** A hard-coded refusal: why, and what would be allowed instead. */
export interface Refusal {
  readonly reason: string;
  readonly hint?: string;
}

/**
 * What a permission rule's pattern is matched against. An allow rule counts only if all of it is covered; a deny or ask
 * rule as soon as any of it matches.
 */
export type RuleSubject =
  /** A path as it was given (absolute, normalised) and with symbolic links resolved. Relative patterns start at `root`. */
  | { readonly kind: 'path'; readonly paths: readonly string[]; readonly root: string }
  /** A command line as it was written, and each command in it. */
  | { readonly kind: 'command'; readonly whole: string; readonly commands: readonly string[] };

/** What a tool may use while it runs. Ports that are not there are `undefined`: the tool answers STORE_UNAVAILABLE. */
export interface ToolContext {
  readonly callId: string;
  readonly threadId: string;
  /** Aborted on stop and at the deadline; `signal.reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** When the call is cut off, milliseconds since the epoch. */
  readonly deadline: number;
  /** In which the model is addressed that made the call. Default: English. */
  readonly language?: Language;
  /** Whose ways the call keeps to, and whose names its model knows. Default: ours. */
  readonly system?: System;
  /** Characters of text that this call's result may have. Default: what its tool says. */
  readonly outputLimit?: number;
  /** Folders that may be written to; empty means anywhere in the sandbox. */
  readonly writeRoots: readonly string[];
  /** Where relative paths start if there is no shell. */
  readonly cwd?: string;
  /** Variables for every program a tool starts; those of the shell come before them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly permissionMode?: PermissionMode;
  readonly canUseTool?: CanUseTool;
  /** The tools there are now, for a search among them. */
  readonly pool?: () => readonly AnyTool[];
  /** What the running skills narrow this agent's tools to. */
  readonly restrictions?: RestrictionStack;
  /** How many skills run around this call. */
  readonly skillDepth?: number;
  readonly sandbox?: Sandbox;
  readonly shell?: ShellState;
  readonly ledger?: FileLedger;
  readonly blobs?: BlobStore;
  readonly fileCache?: FileCache;
  readonly codeRunner?: CodeRunner;
  readonly dynamicToolStore?: DynamicToolStore;
  readonly hooks?: HookRunner;
  readonly spawner?: AgentSpawner;
  readonly skills?: SkillRegistry;
  readonly mailbox?: MailboxStore;
  readonly teams?: TeamStore;
  readonly tasks?: TaskStore;
  readonly todos?: TodoStore;
  readonly plan?: PlanStore;
  readonly cron?: CronStore;
  readonly worktrees?: WorktreeStore;
  readonly mcp?: McpConnections;
  readonly questions?: Questions;
  readonly memory?: MemoryStore;
  readonly knowledge?: KnowledgeStore;
  readonly workflows?: WorkflowStore;
  readonly nested?: NestedCalls;
  readonly services?: Services;
  readonly configuration?: Configuration;
  readonly code?: LanguageService;
  readonly browser?: PageDriver;
  /** Shows output while the call runs; the model does not see it. */
  onOutput(text: string): void;
}

/** What a tool's `execute` may return: text for the model, or a result with more than text. */
export type ToolOutput = string | (Omit<ToolResult, 'success'> & { success?: boolean });

/** A tool whose types a container need not know. */
export type AnyTool = Tool;
