import type { Tool as ApiTool } from '@ag-ui/core';
import type { FileDiff, NotifyOnlyEvent, ToolKind, ToolMetadata, TraceEntry, ValidationIssue } from '@/lib/protocol';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import type { AnyTool } from '@/lib/tools/tool';
import type { FileChanges } from './workspace/file-changes';
import type { ToolSettings } from './settings/tool-settings';

/** One tool of the pool, on or off. */
export interface PoolEntryView {
  readonly tool: AnyTool;
  readonly name: string;
  readonly kind: ToolKind;
  readonly source: ToolMetadata['source'];
  readonly enabled: boolean;
  /** Why it is off: `settings`, `feature flag`, `provider`, `capability`, `filter`. */
  readonly why?: string;
  /** The source of the tool that it replaced. */
  readonly replaces?: ToolMetadata['source'];
}

/**
 * What a hook did to a prompt (UserPromptSubmit) or to an agent that was done (Stop), or an event that it was told of. `step` is
 * the hook's name.
 */
export interface HookNotice extends TraceEntry {
  readonly id: string;
  readonly event: 'UserPromptSubmit' | 'Stop' | NotifyOnlyEvent;
  /** The text of a blocked prompt. */
  readonly prompt?: string;
  /** The user message that the hook changed or caused. */
  readonly messageId?: string;
}

/** One check of the permission step, and its verdict on a call. The last check with a verdict decides. */
export interface PermissionCheckView {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, if any. */
  readonly rule?: string;
  readonly note: string;
}

/** What would happen to a call, determined without running it. */
export interface PermissionReport {
  readonly tool?: string;
  /** Why it would not even reach the permission step. */
  readonly invalid?: { readonly text: string; readonly issues: readonly ValidationIssue[] };
  readonly verdict?: 'allow' | 'deny' | 'ask';
  readonly checks: readonly PermissionCheckView[];
  readonly hint?: string;
  /** The rule that `always allow` would save. */
  readonly suggestedRule?: string;
}

/** What tools cost in each request. */
export interface TokenCount {
  readonly tokens: number;
  /** Whether the provider did the count. */
  readonly exact: boolean;
}

/** A call that was not made by a model. `args` is JSON text. */
export interface TriedCall {
  readonly name: string;
  readonly args: string;
}

/** Runs commands that no model requested. */
export interface CommandRunner {
  /** Runs a command with the current shell tool, whatever a preset calls it, through the whole pipeline. Never rejects. */
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
  /** What these tools cost in each request: exact with a typed key. Undefined if they cannot be counted. */
  countTokens(tools: readonly ApiTool[]): Promise<TokenCount | undefined>;
  /** What is wrong with a hook's code, without running it; undefined if nothing is, or it cannot be determined. */
  checkHook(source: string): Promise<string | undefined>;
  /** Runs a call through the whole pipeline, in the sandbox, outside any thread. `onOutput` gets its output as it runs. */
  tryCall(call: TriedCall, signal: AbortSignal, onOutput?: (text: string) => void): Promise<ResolvedCall>;
  /**
   * Remembers the files before a call. The returned function reports what has changed after it; `told` is the change that the
   * call itself reported.
   */
  rememberFiles(): Promise<(told?: FileDiff) => Promise<FileChanges>>;
}
