import type { Tool as ApiTool } from '@ag-ui/core';
import type { FileDiff, ToldEvent, ToolKind, ToolMetadata, TraceEntry, ValidationIssue } from '@/lib/protocol';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import type { AnyTool } from '@/lib/tools/tool';
import type { FileChanges } from '../workspace/file-changes';
import type { ToolSettings } from '../settings/tool-settings';

/** One tool of the pool, whether it is on or off. */
export interface PoolEntryView {
  readonly tool: AnyTool;
  readonly name: string;
  readonly kind: ToolKind;
  readonly source: ToolMetadata['source'];
  readonly enabled: boolean;
  /** Why it is off: `settings`, `feature flag`, `provider`, `capability`, `filter`. */
  readonly why?: string;
  /** The source of the tool whose place it took. */
  readonly replaces?: ToolMetadata['source'];
}

/**
 * What a hook made of a prompt (UserPromptSubmit), of an agent that was done (Stop), or of what it was told. `step` is the
 * hook's name.
 */
export interface HookNotice extends TraceEntry {
  readonly id: string;
  readonly event: 'UserPromptSubmit' | 'Stop' | ToldEvent;
  /** The prompt that was held back, for a blocked one. */
  readonly prompt?: string;
  /** The user message that the hook changed or brought about. */
  readonly messageId?: string;
}

/** One check of the permission step, and what it said of a call. The last one with a verdict decided. */
export interface PermissionCheckView {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, where one did. */
  readonly rule?: string;
  readonly note: string;
}

/** What would become of a call, found out without running it. */
export interface PermissionReport {
  readonly tool?: string;
  /** Why it would not even come to the permission step. */
  readonly invalid?: { readonly text: string; readonly issues: readonly ValidationIssue[] };
  readonly verdict?: 'allow' | 'deny' | 'ask';
  readonly checks: readonly PermissionCheckView[];
  readonly hint?: string;
  /** The rule `always allow` would save. */
  readonly suggestedRule?: string;
}

/** What tools cost in each request. */
export interface TokenCount {
  readonly tokens: number;
  /** Whether the provider counted. */
  readonly exact: boolean;
}

/** A call that no model made. `args` is JSON text. */
export interface TriedCall {
  readonly name: string;
  readonly args: string;
}

/** Runs commands that no model asked for. */
export interface CommandRunner {
  /** Runs a command with the shell tool there is, whatever a preset calls it, through the whole pipeline. Never rejects. */
  runCommand(
    input: { readonly command: string; readonly description: string },
    signal: AbortSignal,
  ): Promise<ResolvedCall>;
}

/** The part of the client that is about tools. No method throws. */
export interface ToolTester {
  setToolSettings(change: Partial<ToolSettings>): void;
  /** Tests a call against the rules. */
  dryRun(call: TriedCall): Promise<PermissionReport>;
  /** What these tools cost in each request: exact with a typed key. Undefined where nobody can count. */
  countTokens(tools: readonly ApiTool[]): Promise<TokenCount | undefined>;
  /** What is wrong with a hook's code, without running it; undefined where nothing is, or nobody can tell. */
  checkHook(source: string): Promise<string | undefined>;
  /** Runs a call through the whole pipeline, in the sandbox, outside any thread. `onOutput` gets what it puts out meanwhile. */
  tryCall(call: TriedCall, signal: AbortSignal, onOutput?: (text: string) => void): Promise<ResolvedCall>;
  /** Remembers the files before a call. What it gives says after it what has changed; `told` is the change the call itself told of. */
  rememberFiles(): Promise<(told?: FileDiff) => Promise<FileChanges>>;
}
