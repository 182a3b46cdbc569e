import { z } from 'zod';
import { codeOf, type ErrorCode, type Language, isRetryable, ToolResultSchema, type ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { validate } from '@/lib/schema';
import { abortReasonOf, abortedResult, failure } from '../result';
import type { AnyTool } from '../tool';
import type { CallResult } from './call';
import type { Invocation, Step } from './invocation';
import { revise } from './prepare';

/** Milliseconds a call may take unless its tool sets another limit. */
export const DEFAULT_DEADLINE_MS = 60_000;
/** Milliseconds a call may continue after an abort, unless its tool asks for more. */
export const DEFAULT_ABORT_GRACE_MS = 250;

/** Runs the tool until it answers, its deadline passes, or it is stopped. The core that all steps wrap. */
export function execute(invocation: Invocation): CallResult | Promise<CallResult> {
  const { tool, input, context, limits, system, trace } = invocation;
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal, context.language));
  const own = tool.deadlineFor?.(input) ?? DEFAULT_DEADLINE_MS;
  const ms = tool.waitsForPerson ? own : Math.min(own, system.behaviour.deadlineMs);
  const ended = (result: CallResult): CallResult => {
    limits.end();
    return isUnknown(tool, input, result) ? { ...result, retryable: false } : result;
  };
  limits.start(trace.now() + ms);
  const answer = attempt(invocation);
  if (!(answer instanceof Promise)) return ended(answer);
  return new Promise((resolve) => {
    limits.watch(ms, {
      message: () => TEXTS[context.language ?? 'en'].late(tool.name, ms / 1000),
      graceMs: tool.abortGrace ?? DEFAULT_ABORT_GRACE_MS,
      onAbandoned: () => resolve(ended(abortedResult(abortReasonOf(limits.signal, context.language)))),
    });
    void answer.then((result) => resolve(ended(result)));
  });
}

/** Failures that can occur after the work was done. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'NETWORK_ERROR', 'SERVER_ERROR']);

/** Whether a failed call may have changed something elsewhere. Read-only and idempotent calls can simply be retried. */
function isUnknown(tool: AnyTool, input: unknown, { error, details }: CallResult): boolean {
  if (error === undefined || !UNKNOWN.has(codeOf(error)) || details?.sent === false) return false;
  const { openWorldHint, idempotentHint } = tool.annotations;
  return (openWorldHint || tool.source === 'mcp') && !idempotentHint && !tool.isReadOnly(input);
}

/** Runs the tool. Waits only if it does. */
function attempt(invocation: Invocation): CallResult | Promise<CallResult> {
  const { tool, input, context, onStart, report } = invocation;
  try {
    if (!onStart) report('running');
    const output = onStart ? afterStart(invocation, onStart) : tool.execute(input, context);
    return output instanceof Promise ? finished(invocation, output) : readOutput(tool, output);
  } catch (error) {
    return thrown(invocation, error);
  }
}

async function afterStart(invocation: Invocation, onStart: NonNullable<Invocation['onStart']>): Promise<unknown> {
  await onStart(invocation);
  const { tool, input, context, limits, report } = invocation;
  // Cut off before it began, it does not begin.
  if (!limits.running || context.signal.aborted) throw context.signal.reason;
  report('running');
  return tool.execute(input, context);
}

async function finished(invocation: Invocation, output: Promise<unknown>): Promise<CallResult> {
  try {
    return readOutput(invocation.tool, await output);
  } catch (error) {
    return thrown(invocation, error);
  }
}

/** Turns an exception into a result: for the abort if there was one, otherwise for the error. */
function thrown({ tool, context }: Invocation, error: unknown): CallResult {
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal, context.language));
  const message = messageOf(error);
  const said = context.system?.behaviour.texts[context.language ?? 'en']?.threw?.(message);
  return failure('EXECUTION_ERROR', said ?? TEXTS[context.language ?? 'en'].failed(tool.name, message));
}

const TEXTS = {
  en: {
    late: (tool: string, seconds: number) => `${tool} took longer than ${seconds} s and was cut off.`,
    failed: (tool: string, message: string) => `${tool} failed: ${message}`,
  },
  zh: {
    late: (tool: string, seconds: number) => `${tool} 用时超过 ${seconds} 秒，已被终止。`,
    failed: (tool: string, message: string) => `${tool} 失败：${message}`,
  },
} as const satisfies Record<Language, unknown>;

const OutputSchema = ToolResultSchema.extend({ success: z.boolean().optional() });

/** Turns whatever a tool returned into a result. */
export function readOutput(tool: AnyTool, output: unknown): ToolResult {
  if (typeof output === 'string') return checkStructure(tool, { success: true, text: output });
  const read = OutputSchema.safeParse(output);
  if (!read.success) {
    return failure(
      'INVALID_OUTPUT',
      `${tool.name} ran, but returned something that is neither text nor a result. This is a fault of the tool, not of ` +
        'the call: do not repeat it, look at its effect or go on another way.',
    );
  }
  const { success = read.data.error === undefined, ...rest } = read.data;
  if (success) return checkStructure(tool, { success, ...rest });
  const error = rest.error ?? 'EXECUTION_ERROR';
  return { ...rest, success, error, retryable: isRetryable(error) && rest.retryable !== false };
}

/** A tool that declares an output schema must return matching structured content. */
function checkStructure(tool: AnyTool, result: ToolResult): ToolResult {
  if (!tool.output) return result;
  const checked = validate(tool.output, result.structuredContent);
  if (checked.ok) return { ...result, structuredContent: checked.value };
  const mismatches = checked.issues.map(
    ({ path, expected, received }) => `${path} should be ${expected} and is ${received}`,
  );
  const text = `${tool.name} ran, but its output is not what its schema promises: ${mismatches.join('; ')}.`;
  return failure('INVALID_OUTPUT', text, { issues: checked.issues });
}

/** A call in progress, or the result that ended it. */
type Passed = { readonly invocation: Invocation; readonly answer?: CallResult | undefined };

/** Runs an invocation through the steps, executes it, and goes back through the steps. */
export async function throughChain(steps: readonly Step[], first: Invocation): Promise<CallResult> {
  let invocation = first;
  let answer: CallResult | undefined;
  let passed = 0;
  for (const step of steps) {
    const before = step.before?.(invocation);
    if (before !== undefined) ({ invocation, answer } = await resolveOne(steps, step, invocation, before));
    if (answer) break;
    passed++;
  }
  const ran = answer ?? execute(invocation);
  let result: CallResult = ran instanceof Promise ? await ran : ran;
  while (passed > 0) {
    const changed: CallResult | Promise<CallResult> | undefined = steps[--passed]?.after?.(result, invocation);
    if (changed) result = changed instanceof Promise ? await changed : changed;
  }
  return result;
}

/** What a step decided about a call. */
async function resolveOne(
  steps: readonly Step[],
  step: Step,
  current: Invocation,
  pending: ReturnType<NonNullable<Step['before']>>,
): Promise<Passed> {
  const before = await pending;
  if (before === undefined) return { invocation: current };
  if ('answer' in before) return { invocation: current, answer: before.answer };
  const revised = revise(current, before.input, step);
  if (!revised.ok) return { invocation: current, answer: revised.failure };
  return seenAgain(steps, step, revised.value);
}

/** Shows a changed input to the earlier steps that must see every input. */
async function seenAgain(steps: readonly Step[], step: Step, changed: Invocation): Promise<Passed> {
  let current = changed;
  for (const earlier of steps.slice(0, steps.indexOf(step))) {
    const before = earlier.seesChanges ? earlier.before?.(current) : undefined;
    if (before === undefined) continue;
    const seen = await resolveOne(steps, earlier, current, before);
    if (seen.answer) return seen;
    current = seen.invocation;
  }
  return { invocation: current };
}
