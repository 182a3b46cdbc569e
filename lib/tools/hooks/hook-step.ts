import type { CallResult } from '../dispatch/call';
import type { Invocation } from '../dispatch/invocation';
import type { Before, Step } from '../dispatch/step';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { HookedResult } from './hook-event';
import { hookNote } from './hook-note';
import type { HookRun, HookRunner } from './hook-runner';

/**
 * A person's hooks around a call, asked one after the other. PreToolUse may block it or change its input; PostToolUse and
 * PostToolUseFailure may replace or add to what the model reads. A hook that throws or hangs changes nothing and blocks
 * nothing: what must never happen is what deny rules are for.
 */
export const hooks = (runner: HookRunner): Step => ({
  name: 'hooks',
  about: 'Asks the hooks PreToolUse before the call, PostToolUse or PostToolUseFailure after it.',
  before(invocation) {
    return runner.matching('PreToolUse', invocation.tool).length === 0 ? undefined : before(runner, invocation);
  },
  after(result, invocation) {
    const event = result.success ? 'PostToolUse' : 'PostToolUseFailure';
    if (invocation.context.signal.aborted || runner.matching(event, invocation.tool).length === 0) return result;
    return after(runner, event, result, invocation);
  },
});

/** The hook that would block a call, asked without making the call. */
export async function wouldBlock(
  runner: HookRunner,
  petition: Pick<Invocation, 'call' | 'context' | 'tool' | 'input'>,
): Promise<{ hook: string; reason: string } | undefined> {
  const { context, tool } = petition;
  for (const hook of runner.matching('PreToolUse', tool)) {
    const { answer } = await runner.ask(hook, 'PreToolUse', occasion(petition), context.signal);
    if (answer.block) return { hook: hook.name, reason: answer.reason ?? denialTexts(context).hook };
  }
  return undefined;
}

async function before(runner: HookRunner, invocation: Invocation): Promise<Before> {
  const { context, tool } = invocation;
  let { input } = invocation;
  for (const hook of runner.matching('PreToolUse', tool)) {
    const run = await runner.ask(hook, 'PreToolUse', { ...occasion(invocation), input }, context.signal);
    tell(invocation, run);
    const { block, reason = denialTexts(context).hook, input: changed } = run.answer;
    if (block) return { answer: denied({ source: 'hook', rule: hook.name, reason }, context) };
    input = changed ?? input;
  }
  return input === invocation.input ? undefined : { input };
}

async function after(
  runner: HookRunner,
  event: 'PostToolUse' | 'PostToolUseFailure',
  result: CallResult,
  invocation: Invocation,
): Promise<CallResult> {
  let { text } = result;
  for (const hook of runner.matching(event, invocation.tool)) {
    const { success, error, summary } = result;
    const shown: HookedResult = { success, text, ...(error && { error }), ...(summary !== undefined && { summary }) };
    const payload = { ...occasion(invocation), result: shown };
    const run = await runner.ask(hook, event, payload, invocation.context.signal);
    tell(invocation, run);
    text = run.answer.output ?? text;
    if (run.answer.context !== undefined) text = `${text}\n\n${run.answer.context}`;
  }
  return text === result.text ? result : { ...result, text };
}

const occasion = ({ call, context, tool, input }: Pick<Invocation, 'call' | 'context' | 'tool' | 'input'>) => ({
  threadId: context.threadId,
  callId: call.id,
  tool: tool.name,
  ...(tool.executor !== undefined && { executor: tool.executor }),
  kind: tool.kind,
  source: tool.source,
  input,
});

function tell({ trace }: Invocation, run: HookRun): void {
  const { outcome, note } = hookNote(run);
  trace.note('hooks', outcome, note, run.startedAt);
}
