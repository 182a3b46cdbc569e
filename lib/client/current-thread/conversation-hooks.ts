import type { UserMessage } from '@ag-ui/core';
import type { ThreadState } from '@/lib/protocol';
import { promptSubmitted, stopping, type HookRunner, type HookTrace } from '@/lib/tools/hooks';
import type { HookNotice } from '../tool-state';

/** How often in a row Stop hooks may keep an agent going. */
const MAX_GOING_ON = 3;

interface Noticed<T> {
  readonly value: T;
  readonly notices: readonly HookNotice[];
}

/** What UserPromptSubmit hooks turn a message into; undefined if one blocks it. */
export async function hookMessage(
  { id, content: prompt }: { id: string; content: string },
  hooks: HookRunner,
  signal: AbortSignal,
): Promise<Noticed<UserMessage | undefined>> {
  const { blocked, context, notices } = await promptSubmitted(hooks, prompt, signal);
  const told = notices.map((trace) =>
    noticeOf('UserPromptSubmit', trace, blocked ? { prompt } : trace.outcome === 'changed' ? { messageId: id } : {}),
  );
  if (blocked) return { value: undefined, notices: told };
  const content = [prompt, ...context.map((text) => `[Added by a hook]\n${text}`)].join('\n\n');
  return { value: { id, role: 'user', content }, notices: told };
}

/** What Stop hooks say to an agent that is done; undefined if it may stop. */
export async function goOnAfter(
  thread: ThreadState,
  known: readonly HookNotice[],
  hooks: HookRunner,
  signal: AbortSignal,
): Promise<Noticed<UserMessage | undefined>> {
  const { goOn, notices } = await stopping(hooks, thread.turns.at(-1)?.stop ?? 'end', signal);
  const told = (messageId?: string) =>
    notices.map((trace) => noticeOf('Stop', trace, trace.outcome === 'blocked' && messageId ? { messageId } : {}));
  if (!goOn) return { value: undefined, notices: told() };
  if (inARow(thread, known) >= MAX_GOING_ON) {
    const now = Date.now();
    const note = `went on ${MAX_GOING_ON} times in a row for Stop hooks; ${goOn.hook} is not heard again until a person says something`;
    const unheard = { step: 'hooks', hook: goOn.hook, outcome: 'noted', note, startedAt: now, endedAt: now } as const;
    return { value: undefined, notices: [...told(), noticeOf('Stop', unheard, {})] };
  }
  const id = crypto.randomUUID();
  return { value: { id, role: 'user', content: `[Stop hook ${goOn.hook}] ${goOn.reason}` }, notices: told(id) };
}

/** How many of the latest user messages in a row came from hooks. */
function inARow({ messages }: ThreadState, known: readonly HookNotice[]): number {
  const ofHooks = new Set(known.flatMap(({ event, messageId }) => (event === 'Stop' && messageId ? [messageId] : [])));
  const said = messages.filter(({ role }) => role === 'user');
  const last = said.findLastIndex(({ id }) => !ofHooks.has(id));
  return said.length - 1 - last;
}

/** A run of a hook as a notice of the thread. */
export const noticeOf = (
  event: HookNotice['event'],
  { hook, ...trace }: HookTrace,
  more: Pick<HookNotice, 'prompt' | 'messageId'> = {},
): HookNotice => ({ ...trace, step: hook, id: crypto.randomUUID(), event, ...more });
