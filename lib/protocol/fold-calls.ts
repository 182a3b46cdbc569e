import type { Message } from '@ag-ui/core';
import { callOf, type FoldedCall, type ThreadState } from './thread-state';

/** The calls of a thread that is folded, copied before they are first changed. */
export class FoldedCalls {
  #calls: Record<string, FoldedCall>;
  #order: readonly string[];
  /** The order once it is copied. */
  #own: string[] | undefined;
  /** How many calls from the first on have results. */
  #answered: number;

  constructor({ calls, callOrder, answered = 0 }: Pick<ThreadState, 'calls' | 'callOrder' | 'answered'>) {
    this.#calls = calls;
    this.#order = callOrder;
    this.#answered = answered;
  }

  get state(): Pick<ThreadState, 'calls' | 'callOrder' | 'answered'> {
    return { calls: this.#calls, callOrder: this.#order, answered: this.#answered };
  }

  get(id: string): FoldedCall | undefined {
    return callOf({ calls: this.#calls }, id);
  }

  put(call: FoldedCall): void {
    this.#copied();
    if (call.id !== '__proto__') this.#calls[call.id] = call;
    else
      Object.defineProperty(this.#calls, call.id, {
        value: call,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    while (this.#isAnswered(this.#answered)) this.#answered += 1;
  }

  /** Puts a call that the model has just made. */
  make(call: FoldedCall): void {
    // One that was made before under the same id is open again.
    if (this.get(call.id)) this.#answered = Math.min(this.#answered, this.#order.indexOf(call.id));
    this.put(call);
    this.#copied().push(call.id);
  }

  /** A snapshot is the whole truth about messages: what a dead attempt half said is gone afterwards. */
  restore(messages: readonly Message[], runId: string): void {
    const calls = new Map<string, FoldedCall>();
    for (const message of messages) {
      if (message.role === 'assistant') {
        for (const { id, function: fn } of message.toolCalls ?? []) {
          const known = this.get(id) ?? { id, name: fn.name, messageId: message.id, runId };
          calls.set(id, { ...known, args: fn.arguments, complete: true, result: undefined });
        }
      } else if (message.role === 'tool') {
        const call = calls.get(message.toolCallId);
        if (call) calls.set(message.toolCallId, { ...call, result: message });
      }
    }
    this.#calls = Object.fromEntries(calls);
    this.#own = [...calls.keys()];
    this.#order = this.#own;
    const open = this.#order.findIndex((id) => !calls.get(id)?.result);
    this.#answered = open < 0 ? this.#order.length : open;
  }

  #isAnswered(index: number): boolean {
    const id = this.#order[index];
    return id !== undefined && this.get(id)?.result !== undefined;
  }

  #copied(): string[] {
    if (this.#own) return this.#own;
    this.#calls = { ...this.#calls };
    this.#own = [...this.#order];
    this.#order = this.#own;
    return this.#own;
  }
}
