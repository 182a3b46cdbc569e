import type { AssistantMessage, Message, ToolCall } from '@ag-ui/core';
import { callOf, type FoldedCall, type ThreadState } from './thread-state';

/** Positions of messages by id. Lists that grew from one another share the map, so a position is checked against the list. */
type Positions = Map<string, number>;

const positionsOf = new WeakMap<readonly Message[], Positions>();

const count = (messages: readonly Message[]): Positions => new Map(messages.map(({ id }, index) => [id, index]));

/** The messages of a thread that is being folded. The initial list and its messages are copied before they are first changed. */
export class FoldedMessages {
  #list: readonly Message[];
  #own: Message[] | undefined;
  #positions: Positions;
  /** Messages and lists of calls that were created here and may be changed in place. */
  #made = new WeakSet<object>();

  constructor(list: readonly Message[]) {
    this.#list = list;
    this.#positions = positionsOf.get(list) ?? count(list);
    positionsOf.set(list, this.#positions);
  }

  get list(): readonly Message[] {
    return this.#list;
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Replaces all messages. */
  restore(messages: readonly Message[]): void {
    this.#list = messages;
    this.#own = undefined;
    this.#made = new WeakSet();
    this.#positions = count(messages);
    positionsOf.set(messages, this.#positions);
  }

  /** Adds a message, unless there is one with that id. */
  push(message: Message): void {
    if (this.has(message.id)) return;
    const own = this.#mutable();
    this.#positions.set(message.id, own.length);
    this.#made.add(message);
    own.push(message);
  }

  /** Changes a message in place, if there is one with that id. */
  change(id: string, change: (message: Message) => void): void {
    const index = this.#find(id);
    const message = index === undefined ? undefined : this.#list[index];
    if (index === undefined || !message) return;
    if (this.#made.has(message)) {
      change(message);
      return;
    }
    const copy = { ...message };
    this.#made.add(copy);
    this.#mutable()[index] = copy;
    change(copy);
  }

  /** Changes an assistant message, which is added first if it does not exist yet. */
  changeAssistant(id: string, change: (message: AssistantMessage) => void): void {
    this.push({ id, role: 'assistant' });
    this.change(id, (message) => {
      if (message.role === 'assistant') change(message);
    });
  }

  addCall(id: string, call: ToolCall): void {
    this.changeAssistant(id, (message) => this.#callsOf(message).push(call));
  }

  /** Changes a call of a message, if there is one. */
  changeCall(id: string, callId: string, change: (call: ToolCall) => ToolCall): void {
    this.change(id, (message) => {
      if (message.role !== 'assistant' || !message.toolCalls) return;
      const index = message.toolCalls.findLastIndex((call) => call.id === callId);
      const call = message.toolCalls[index];
      if (call) this.#callsOf(message)[index] = change(call);
    });
  }

  #callsOf(message: AssistantMessage): ToolCall[] {
    const known = message.toolCalls;
    if (known && this.#made.has(known)) return known;
    const calls = [...(known ?? [])];
    this.#made.add(calls);
    message.toolCalls = calls;
    return calls;
  }

  #mutable(): Message[] {
    if (this.#own) return this.#own;
    const own = [...this.#list];
    positionsOf.set(own, this.#positions);
    this.#list = own;
    this.#own = own;
    return own;
  }

  #find(id: string): number | undefined {
    const index = this.#positions.get(id);
    if (index === undefined || this.#list[index]?.id === id) return index;
    // In another list that grew from the same one, the message with that id has a different position.
    const found = this.#list.findLastIndex((message) => message.id === id);
    return found < 0 ? undefined : found;
  }
}

/** Appends to the text of a person or the model. */
export function appendText(message: Message, delta: string): void {
  if (message.role !== 'user' && message.role !== 'assistant') return;
  message.content = (typeof message.content === 'string' ? message.content : '') + delta;
}

/** The calls of a thread that is being folded; copied before they are first changed. */
export class FoldedCalls {
  #calls: Record<string, FoldedCall>;
  #order: readonly string[];
  /** The order, once it has been copied. */
  #own: string[] | undefined;
  /** How many calls, counted from the first, have results. */
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
    setCall(this.#calls, call);
    while (this.#isAnswered(this.#answered)) this.#answered += 1;
  }

  /** Adds a call that the model has just made. */
  make(call: FoldedCall): void {
    // An earlier call with the same id is open again.
    if (this.get(call.id)) this.#answered = Math.min(this.#answered, this.#order.indexOf(call.id));
    this.put(call);
    this.#copied().push(call.id);
  }

  /** A snapshot replaces all messages: the partial output of a dead attempt disappears. */
  restore(messages: readonly Message[], runId: string): void {
    const calls = new Map<string, FoldedCall>();
    for (const message of messages) {
      if (message.role === 'assistant') {
        for (const { id, function: fn } of message.toolCalls ?? []) {
          const known = this.get(id);
          // Spread only where there is something to keep: it takes most of the time of thousands of calls.
          if (known) calls.set(id, { ...known, args: fn.arguments, complete: true, result: undefined });
          else calls.set(id, { id, name: fn.name, messageId: message.id, runId, args: fn.arguments, complete: true });
        }
      } else if (message.role === 'tool') {
        const call = calls.get(message.toolCallId);
        if (call) call.result = message;
      }
    }
    this.#calls = {};
    for (const call of calls.values()) setCall(this.#calls, call);
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

/** Sets a call by its id, whatever that is. */
function setCall(calls: Record<string, FoldedCall>, call: FoldedCall): void {
  if (call.id !== '__proto__') calls[call.id] = call;
  else Object.defineProperty(calls, call.id, { value: call, enumerable: true, configurable: true, writable: true });
}

/** A list that only grows, or changes at its end. Copied before it is first changed. */
export class FoldedList<T> {
  #list: readonly T[];
  #own: T[] | undefined;

  constructor(list: readonly T[]) {
    this.#list = list;
  }

  get list(): readonly T[] {
    return this.#list;
  }

  push(item: T): void {
    this.#copied().push(item);
  }

  replaceLast(item: T): void {
    this.#copied()[this.#list.length - 1] = item;
  }

  #copied(): T[] {
    this.#own ??= [...this.#list];
    this.#list = this.#own;
    return this.#own;
  }
}
