import type { AssistantMessage, Message, ToolCall } from '@ag-ui/core';

/** Where messages stand, by id. Lists that grew from one another share it, so what it says is checked against the list. */
type Positions = Map<string, number>;

const positionsOf = new WeakMap<readonly Message[], Positions>();

const count = (messages: readonly Message[]): Positions => new Map(messages.map(({ id }, index) => [id, index]));

/** The messages of a thread that is folded. The list it began with, and what is in it, is copied before it is first changed. */
export class FoldedMessages {
  #list: readonly Message[];
  #own: Message[] | undefined;
  #positions: Positions;
  /** Messages and lists of calls that were made here, and may be changed in place. */
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

  /** Puts other messages in place of all. */
  restore(messages: readonly Message[]): void {
    this.#list = messages;
    this.#own = undefined;
    this.#made = new WeakSet();
    this.#positions = count(messages);
    positionsOf.set(messages, this.#positions);
  }

  /** Adds a message, unless there is one of that id. */
  push(message: Message): void {
    if (this.has(message.id)) return;
    const own = this.#mutable();
    this.#positions.set(message.id, own.length);
    this.#made.add(message);
    own.push(message);
  }

  /** Changes a message in place, if there is one of that id. */
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

  /** Changes what the model says, which begins now if it has not begun. */
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
    // Another list that grew from the same one has a message of that id elsewhere.
    const found = this.#list.findLastIndex((message) => message.id === id);
    return found < 0 ? undefined : found;
  }
}

/** What a person or the model says goes on. */
export function appendText(message: Message, delta: string): void {
  if (message.role !== 'user' && message.role !== 'assistant') return;
  message.content = (typeof message.content === 'string' ? message.content : '') + delta;
}
