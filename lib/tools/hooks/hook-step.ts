import type { Hook } from '@/lib/protocol';
import type { CanUseTool, CodeRunner } from '@/lib/ports';
import type { CallResult } from '../result';
import type { Invocation, StepDecision, Step } from '../invocation';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { HookedResult } from './hook-event';
import { hookNote } from './hook-note';
import { type HookRun, type HookRunner, type Matched, runHookCode } from './hook-runner';
import { wildcard } from '../match-wildcard';

/**
 * A person's hooks around a call, run one after another. PreToolUse may block it or change its input; PostToolUse and
 * PostToolUseFailure may replace or add to what the model reads. A hook that throws or hangs neither changes nor blocks
 * anything: to rule something out for certain, use deny rules.
 */
export const hooks = (runner: HookRunner): Step => ({
  name: 'hooks',
  about: 'Asks the hooks PreToolUse before the call, PostToolUse or PostToolUseFailure after it.',
  asks: runner.all,
  before(invocation) {
    const { tool, context } = invocation;
    const asked = runner.matching('PreToolUse', tool);
    if (asked.length === 0) return undefined;
    return askBefore('hooks', asked, invocation, (hook, input) =>
      runner.ask(hook, 'PreToolUse', { ...callPayload(invocation), input }, context.signal),
    );
  },
  after(result, invocation) {
    const { tool, context } = invocation;
    const event = result.success ? 'PostToolUse' : 'PostToolUseFailure';
    const asked = runner.matching(event, tool);
    if (asked.length === 0) return result;
    return askAfter('hooks', asked, result, invocation, (hook, shown) =>
      runner.ask(hook, event, { ...callPayload(invocation), result: shown }, context.signal),
    );
  },
});

/** The hook that would block a call, found without making the call. */
export async function wouldBlock(
  runner: HookRunner,
  request: Pick<Invocation, 'call' | 'context' | 'tool' | 'input'>,
): Promise<{ hook: string; reason: string } | undefined> {
  const { context, tool } = request;
  const { signal } = context;
  const about = callPayload(request);
  const blocked = ({ hook, answer }: HookRun) =>
    answer.block ? { hook: hook.name, reason: answer.reason ?? denialTexts(context).hook } : undefined;
  for (const hook of runner.matching('Middleware', tool)) {
    const block = blocked(await runner.ask(hook, 'Middleware', { ...about, phase: 'pre' }, signal));
    if (block) return block;
  }
  for (const hook of runner.matching('PreToolUse', tool)) {
    const block = blocked(await runner.ask(hook, 'PreToolUse', about, signal));
    if (block) return block;
  }
  return undefined;
}

/** Runs hooks before a call, one after another: each may block it or change its input. */
async function askBefore(
  step: string,
  asked: readonly Hook[],
  invocation: Invocation,
  ask: (hook: Hook, input: unknown) => Promise<HookRun>,
): Promise<StepDecision> {
  const { context, trace } = invocation;
  let { input } = invocation;
  for (const hook of asked) {
    const run = await ask(hook, input);
    noteRun(step, trace, run);
    const { block, reason = denialTexts(context).hook, input: changed } = run.answer;
    if (block) return { answer: denied({ source: 'hook', rule: hook.name, reason }, context) };
    input = changed ?? input;
  }
  return input === invocation.input ? undefined : { input };
}

/** Runs hooks after a call, one after another: each may replace or add to what the model reads. */
async function askAfter(
  step: string,
  asked: readonly Hook[],
  result: CallResult,
  { context, trace }: Invocation,
  ask: (hook: Hook, shown: HookedResult) => Promise<HookRun>,
): Promise<CallResult> {
  if (context.signal.aborted) return result;
  let { text } = result;
  for (const hook of asked) {
    const { success, error, summary } = result;
    const run = await ask(hook, {
      success,
      text,
      ...(error && { error }),
      ...(summary !== undefined && { summary }),
    });
    noteRun(step, trace, run);
    text = run.answer.output ?? text;
    if (run.answer.context !== undefined) text = `${text}\n\n${run.answer.context}`;
  }
  return text === result.text ? result : { ...result, text };
}

/** The payload fields common to all hooks about a call. */
export const callPayload = ({
  call,
  context,
  tool,
  input,
}: Pick<Invocation, 'call' | 'context' | 'tool' | 'input'>) => ({
  threadId: context.threadId,
  callId: call.id,
  tool: tool.name,
  ...(tool.executor !== undefined && { executor: tool.executor }),
  kind: tool.kind,
  source: tool.source,
  input,
});

function noteRun(step: string, trace: Invocation['trace'], run: HookRun): void {
  const { outcome, note } = hookNote(run);
  trace.note(step, outcome, note, run.startedAt);
}

/**
 * A person's PermissionRequest hooks as `canUseTool`: the first that allows or blocks decides; a failed one abstains.
 * Undefined if there are no such hooks, so that the check is skipped. `find` looks tools up by name.
 */
export function permissionHooks(
  runner: HookRunner,
  find: (name: string) => Matched | undefined,
): CanUseTool | undefined {
  if (runner.matching('PermissionRequest').length === 0) return undefined;
  return async (tool, input, { signal, suggestions, note }) => {
    for (const hook of runner.matching('PermissionRequest', find(tool) ?? { name: tool })) {
      const run = await runner.ask(hook, 'PermissionRequest', { tool, input, suggestions }, signal);
      note?.({ ...hookNote(run), startedAt: run.startedAt });
      const { allow, block, reason = '', input: updatedInput } = run.answer;
      if (block) return { behavior: 'deny', message: reason, hook: hook.name };
      if (allow) return { behavior: 'allow', hook: hook.name, ...(updatedInput && { updatedInput }) };
    }
    return { behavior: 'ask' };
  };
}

/** Middleware written by a person: one function for both phases, run in order before a call and in reverse order after it. */
export const writtenMiddleware = (runner: HookRunner): Step => ({
  name: 'middleware',
  about: 'Runs your middleware: with phase pre before the hooks, and with phase post after them.',
  asks: runner.all,
  before(invocation) {
    const { tool, context } = invocation;
    const asked = runner.matching('Middleware', tool);
    if (asked.length === 0) return undefined;
    return askBefore('middleware', asked, invocation, (hook, input) =>
      runner.ask(hook, 'Middleware', { ...callPayload(invocation), phase: 'pre', input }, context.signal),
    );
  },
  after(result, invocation) {
    const { tool, context } = invocation;
    const asked = runner.matching('Middleware', tool);
    if (asked.length === 0) return result;
    return askAfter('middleware', asked.toReversed(), result, invocation, (hook, shown) =>
      runner.ask(hook, 'Middleware', { ...callPayload(invocation), phase: 'post', result: shown }, context.signal),
    );
  },
});

const NONE: readonly Hook[] = [];

/** Runs a person's hooks in a sandboxed worker. `hooks` is called again for each event. */
export function createHookRunner({
  hooks,
  codeRunner,
  now = Date.now,
}: {
  hooks: () => readonly Hook[];
  codeRunner: CodeRunner;
  /** Milliseconds since the epoch. */
  now?: () => number;
}): HookRunner {
  return {
    all: hooks,
    matching(event, tool) {
      let found: Hook[] | undefined;
      for (const hook of hooks()) {
        if (!hook.enabled || hook.event !== event || (tool && !matchesTool(hook, tool))) continue;
        (found ??= []).push(hook);
      }
      return found ?? NONE;
    },
    ask: (hook, event, payload, signal) => runHookCode({ codeRunner, hook, event, payload, signal, now }),
  };
}

/** Parsed matchers, cached: hooks live as long as the settings that contain them. */
const patterns = new WeakMap<Hook, readonly ((name: string) => boolean)[]>();

/** Whether a hook's matcher accepts a tool, as in `Bash|Edit` or `mcp__*`. Without a matcher it accepts every tool. */
export function matchesTool(hook: Hook, { name, executor }: Matched): boolean {
  if (hook.matcher === undefined) return true;
  let wanted = patterns.get(hook);
  if (!wanted) {
    wanted = hook.matcher.split('|').map((pattern) => wildcard(pattern.trim()));
    patterns.set(hook, wanted);
  }
  return wanted.some((means) => means(name) || (executor !== undefined && means(executor)));
}
