import type { TraceEntry } from '@/lib/protocol';
import type { HookPayloads, StateEvent } from './hook-event';
import { hookNote } from './hook-note';
import type { HookRun, HookRunner } from './hook-runner';

/** What a hook did, in the form of a call's trace entry; `hook` is its name. */
export type HookTrace = TraceEntry & { readonly hook: string };

export interface PromptOutcome {
  /** The prompt is not sent. */
  readonly blocked?: { readonly hook: string; readonly reason: string };
  /** Added to what the model reads, in the hooks' order. */
  readonly context: readonly string[];
  readonly notices: readonly HookTrace[];
}

/** Asks the UserPromptSubmit hooks about a prompt before it is sent. The first block is final. Never rejects. */
export async function promptSubmitted(runner: HookRunner, prompt: string, signal: AbortSignal): Promise<PromptOutcome> {
  const { runs, blocked } = await askAll(runner, 'UserPromptSubmit', { prompt }, signal);
  const context = runs.flatMap(({ answer }) => (answer.context === undefined ? [] : [answer.context]));
  return { context, notices: runs.map(traceOf), ...(blocked && { blocked }) };
}

export interface StopOutcome {
  /** The agent continues, for this reason. */
  readonly goOn?: { readonly hook: string; readonly reason: string };
  readonly notices: readonly HookTrace[];
}

/** Asks the Stop hooks when the agent is done. The first that blocks makes it continue. Never rejects. */
export async function stopping(runner: HookRunner, reason: string, signal: AbortSignal): Promise<StopOutcome> {
  const { runs, blocked } = await askAll(runner, 'Stop', { reason }, signal);
  return { notices: runs.map(traceOf), ...(blocked && { goOn: blocked }) };
}

async function askAll<E extends 'UserPromptSubmit' | 'Stop'>(
  runner: HookRunner,
  event: E,
  payload: HookPayloads[E],
  signal: AbortSignal,
): Promise<{ runs: HookRun[]; blocked?: { hook: string; reason: string } }> {
  const runs: HookRun[] = [];
  for (const hook of runner.matching(event)) {
    const run = await runner.ask(hook, event, payload, signal);
    runs.push(run);
    const { block, reason = `The hook ${hook.name} said so.` } = run.answer;
    if (block) return { runs, blocked: { hook: hook.name, reason } };
  }
  return { runs };
}

/** The trace entry of a hook run. */
function traceOf(run: HookRun): HookTrace {
  return { step: 'hooks', hook: run.hook.name, ...hookNote(run), startedAt: run.startedAt, endedAt: run.endedAt };
}

/** Notifies hooks of an event, one after another. Their answers have no effect. Never rejects. */
export async function notify(
  runner: HookRunner,
  { event, payload }: StateEvent,
  signal: AbortSignal,
): Promise<readonly HookTrace[]> {
  const traces: HookTrace[] = [];
  for (const hook of runner.matching(event, 'tool' in payload ? { ...payload, name: payload.tool } : undefined)) {
    traces.push(traceOf(await runner.ask(hook, event, payload, signal)));
  }
  return traces;
}
