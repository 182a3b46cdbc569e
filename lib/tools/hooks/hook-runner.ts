import { type Hook, type HookAnswer, type HookEvent, HookAnswerSchema } from '@/lib/protocol';
import type { CodeOutcome, CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { type HookPayloads, ANSWER_FIELDS } from './hook-event';
import { z } from 'zod';

/** Milliseconds a hook may take unless it asks for more. */
export const HOOK_DEADLINE_MS = 1000;
/**
 * Milliseconds past a hook's deadline until it counts as killed, whatever the code runner says. The deadline starts with the
 * hook, but its worker has to start first: on a busy machine that must not cause a guard to be skipped.
 */
const KILL_GRACE_MS = 20_000;

/** The outcome of one hook. A failed hook has an empty answer. */
export interface HookRun {
  readonly hook: Hook;
  readonly answer: HookAnswer;
  /** Why the answer is missing or incomplete: the hook threw, timed out, or returned something invalid. */
  readonly issue?: string;
  /** What it logged. */
  readonly log: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface HookRunner {
  /** All hooks, on or off. */
  all(): readonly Hook[];
  /** The enabled hooks of an event whose matcher accepts the tool, in order. */
  matching(event: HookEvent, tool?: Matched): readonly Hook[];
  /** Runs one hook. Never rejects; resolves immediately after an abort. */
  ask<E extends HookEvent>(hook: Hook, event: E, payload: HookPayloads[E], signal: AbortSignal): Promise<HookRun>;
}

/** Runs one hook for an event of any kind. Never rejects; resolves immediately after an abort. */
export async function runHookCode({
  codeRunner,
  hook,
  event,
  payload,
  signal,
  now = Date.now,
}: {
  codeRunner: CodeRunner;
  hook: Hook;
  event: HookEvent;
  payload: object;
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now?: () => number;
}): Promise<HookRun> {
  const startedAt = now();
  const deadlineMs = hook.deadlineMs ?? HOOK_DEADLINE_MS;
  const task = { source: hook.source, parameters: { event: { name: event, ...payload } } };
  const outcome = await resolved(codeRunner, task, deadlineMs, signal);
  const run = { hook, log: outcome.log, startedAt, endedAt: now() };
  if (!outcome.ok) return { ...run, answer: {}, issue: issueOf(outcome, deadlineMs) };
  return { ...run, ...readAnswer(event, outcome.value) };
}

/** Even a code runner that breaks its contract must not hang a call. */
async function resolved(
  codeRunner: CodeRunner,
  task: Parameters<CodeRunner['run']>[0],
  deadlineMs: number,
  signal: AbortSignal,
): Promise<CodeOutcome> {
  const lost = (cause: 'deadline' | 'aborted', message: string): CodeOutcome => ({
    ok: false,
    cause,
    message,
    log: '',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;
  const cut = new Promise<CodeOutcome>((resolve) => {
    timer = setTimeout(() => resolve(lost('deadline', 'no answer')), deadlineMs + KILL_GRACE_MS);
    abort = () => resolve(lost('aborted', 'the call was stopped'));
  });
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([codeRunner.run(task, { signal, deadlineMs }), cut]);
  } catch (error) {
    return { ok: false, cause: 'unavailable', message: messageOf(error), log: '' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const issueOf = ({ cause, message }: CodeOutcome & { ok: false }, deadlineMs: number): string =>
  cause === 'deadline' ? `timed out after ${deadlineMs} ms and was killed` : `${ISSUES[cause]}: ${message}`;

const ISSUES: Record<Exclude<(CodeOutcome & { ok: false })['cause'], 'deadline'>, string> = {
  threw: 'threw',
  'not-code': 'is not JavaScript',
  'not-json': 'answered something that is not JSON',
  aborted: 'was stopped',
  unavailable: 'could not be run',
};

const AnyObject = z.record(z.string(), z.unknown());

/**
 * The part of a hook's answer that the event accepts; undefined or null changes nothing. Read field by field: a block counts
 * even if other fields are invalid.
 */
function readAnswer(event: HookEvent, value: unknown): { answer: HookAnswer; issue?: string } {
  if (value === undefined || value === null) return { answer: {} };
  const read = AnyObject.safeParse(value);
  if (!read.success) return { answer: {}, issue: 'answered something that is not an object' };
  const issues: string[] = [];
  const fitting: Record<string, unknown> = {};
  for (const [field, content] of Object.entries(read.data)) {
    if (!ANSWER_FIELDS[event].includes(field)) issues.push(`${event} takes no ${field}`);
    else if (HookAnswerSchema.safeParse({ [field]: content }).success) fitting[field] = content;
    else issues.push(`its ${field} is not what it should be`);
  }
  const answer = HookAnswerSchema.parse(fitting);
  return issues.length === 0 ? { answer } : { answer, issue: issues.join('; ') };
}

/** A tool as matchers see it: by its own name and its executor's, so that a hook works under every preset. */
export interface Matched {
  readonly name: string;
  readonly executor?: string | undefined;
}
