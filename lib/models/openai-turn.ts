import { z } from 'zod';
import { isObject } from '@/lib/schema/json-schema';
import type { ModelEvent, StopReason, Usage } from './model';
import { argumentsIn, fieldsIn, figureIn, listIn, textInside, unreadable } from './odd-shapes';
import { seal } from './sealed';

const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'end'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'refusal'],
]);

/** The signature that Gemini sends with a call and wants back. */
const Signed = z.object({ extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }) });

/** Turns one reply's chunks into model events. */
export class OpenAITurn {
  /** The provider's name of the model: thoughts are sealed for this model only. */
  readonly #name: string;
  /** Whether a thought is open that the server wants back. */
  #thinking = false;
  /** The open call at each index. Some servers give every call the same index and tell them apart by id. */
  readonly #open = new Map<number, { id: string; sentId: string }>();
  readonly #ids = new Set<string>();
  /** The index of the last piece. */
  #last = 0;
  #told = false;
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  #stop: StopReason | undefined;
  #done = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the reply is complete: some servers give no stop reason, only the sign that they are done. */
  get over(): boolean {
    return this.#stop !== undefined || this.#done;
  }

  /** The server signalled that it is done. */
  done(): void {
    this.#done = true;
  }

  *events(given: unknown): Generator<ModelEvent> {
    const { choices, usage } = fieldsIn(given);
    this.#count(usage);
    // Only one choice is requested.
    const [choice] = listIn(choices);
    if (choice === undefined) return;
    if (!isObject(choice)) {
      if (!this.#told) yield unreadable('a choice that is none');
      this.#told = true;
      return;
    }
    const reason = textInside(choice.finish_reason);
    // Some servers send a whole `message` instead of a `delta`.
    const delta = fieldsIn(isObject(choice.delta) ? choice.delta : choice.message);
    const [content, refusal, calls] = [textInside(delta.content), textInside(delta.refusal), listIn(delta.tool_calls)];
    // Where compatible servers put the model's thoughts; the API itself has no such field.
    const wanted = textInside(delta.reasoning_content);
    const thinking = wanted || textInside(delta.reasoning);
    if (thinking !== '') {
      this.#thinking ||= wanted !== '';
      yield { type: 'reasoning', delta: thinking };
    } else if (content !== '' || calls.length > 0 || reason !== '') yield* this.#endThought();
    if (content !== '') yield { type: 'text', delta: content };
    if (refusal !== '') yield { type: 'text', delta: refusal };
    for (const call of calls) yield* this.#piece(call);
    // A stop reason that is newer than this table ends the turn normally.
    if (reason !== '') this.#stop = STOPS.get(reason) ?? 'end';
  }

  /** The events that end the turn, once the stream is over: usage may arrive after the last text. */
  *end(): Generator<ModelEvent> {
    for (const { id } of this.#open.values()) yield { type: 'call-end', id };
    this.#open.clear();
    yield* this.#endThought();
    const stop = this.#stop ?? 'end';
    const called = this.#ids.size > 0 && stop === 'end';
    yield { type: 'stop', reason: called ? 'tool_calls' : stop, usage: this.#usage };
  }

  *#endThought(): Generator<ModelEvent> {
    if (!this.#thinking) return;
    this.#thinking = false;
    yield { type: 'reasoning-end', sealed: seal({ by: this.#name, kind: 'reasoning-content', value: '' }) };
  }

  *#piece(given: unknown): Generator<ModelEvent> {
    const piece = fieldsIn(given);
    const sentId = textInside(piece.id);
    // A piece without an index continues the last call, or begins the next one if its id differs.
    const index = figureIn(piece.index) ?? this.#last;
    const named = fieldsIn(piece.function);
    const args = argumentsIn(named.arguments);
    const known = this.#open.get(index);
    const another = known !== undefined && sentId !== '' && known.sentId !== '' && sentId !== known.sentId;
    if (another) yield { type: 'call-end', id: known.id };
    let call = another ? undefined : known;
    if (!call) {
      call = { id: this.#newId(sentId), sentId };
      this.#open.set(index, call);
      yield { type: 'call-start', id: call.id, name: textInside(named.name) };
    }
    this.#last = index;
    const value = Signed.safeParse(given).data?.extra_content.google.thought_signature;
    if (value !== undefined) {
      yield { type: 'call-sealed', id: call.id, sealed: seal({ by: this.#name, kind: 'thought-signature', value }) };
    }
    if (args !== '') yield { type: 'call-args', id: call.id, delta: args };
  }

  /** A unique id, since calls may come without one or share one. */
  #newId(sent: string): string {
    const wanted = sent === '' ? `call_${this.#ids.size}` : sent;
    const id = this.#ids.has(wanted) ? `${wanted}~${this.#ids.size}` : wanted;
    this.#ids.add(id);
    return id;
  }

  #count(given: unknown): void {
    const usage = fieldsIn(given);
    const cached = fieldsIn(usage.prompt_tokens_details).cached_tokens;
    this.#usage = {
      inputTokens: figureIn(usage.prompt_tokens) ?? this.#usage.inputTokens,
      outputTokens: figureIn(usage.completion_tokens) ?? this.#usage.outputTokens,
      cachedInputTokens: figureIn(cached) ?? this.#usage.cachedInputTokens,
    };
  }
}
