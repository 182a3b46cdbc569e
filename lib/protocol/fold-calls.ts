import type { Message } from '@ag-ui/core';
import { replace } from './fold-messages';
import { callOf, type FoldedCall, type ThreadState } from './thread-state';

export type PutCall = (thread: ThreadState, call: FoldedCall) => ThreadState;

/** Copies the calls before it first changes them, and then changes its own copy. */
export function createPutCall(): PutCall {
  let own: Record<string, FoldedCall> | undefined;
  return (thread, call) => {
    if (own === undefined || thread.calls !== own) own = { ...thread.calls };
    // Not an assignment: an id may be called `__proto__`.
    Object.defineProperty(own, call.id, { value: call, enumerable: true, configurable: true, writable: true });
    return { ...thread, calls: own };
  };
}

/** Changes a call, if there is one of that id, and with its arguments the message that made it. */
export function updateCall(
  thread: ThreadState,
  id: string,
  putCall: PutCall,
  change: (call: FoldedCall) => FoldedCall,
): ThreadState {
  const call = callOf(thread, id);
  if (!call) return thread;
  const next = change(call);
  const changed = putCall(thread, next);
  if (next.args === call.args) return changed;
  return replace(changed, call.messageId, (message) =>
    message.role === 'assistant'
      ? {
          ...message,
          toolCalls: message.toolCalls?.map((known) =>
            known.id === id ? { ...known, function: { ...known.function, arguments: next.args } } : known,
          ),
        }
      : message,
  );
}

/** What a provider wants back with a call stays with the message that made it. */
export function sealCall(thread: ThreadState, id: string, encryptedValue: string): ThreadState {
  const call = callOf(thread, id);
  if (!call) return thread;
  return replace(thread, call.messageId, (message) =>
    message.role === 'assistant'
      ? {
          ...message,
          toolCalls: message.toolCalls?.map((known) => (known.id === id ? { ...known, encryptedValue } : known)),
        }
      : message,
  );
}

/** A snapshot is the whole truth about messages: what a dead attempt half said is gone afterwards. */
export function restore(thread: ThreadState, messages: readonly Message[], runId: string): ThreadState {
  const calls = new Map<string, FoldedCall>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, function: fn } of message.toolCalls ?? []) {
        const known = callOf(thread, id) ?? { id, name: fn.name, messageId: message.id, runId };
        calls.set(id, { ...known, args: fn.arguments, complete: true, result: undefined });
      }
    } else if (message.role === 'tool') {
      const call = calls.get(message.toolCallId);
      if (call) calls.set(message.toolCallId, { ...call, result: message });
    }
  }
  return { ...thread, messages, calls: Object.fromEntries(calls), callOrder: [...calls.keys()] };
}
