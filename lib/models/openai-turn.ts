import { z } from 'zod';
import type { ModelEvent, StopReason, Usage } from './model';
import { Arguments, Fields, Figure, List, Text, unreadable } from './odd-shapes';
import { seal } from './sealed';

const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'end'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'refusal'],
]);

const ChunkSchema = z.object({ choices: List, usage: Fields });

/** Some servers send a whole `message` where a `delta` is due. */
const ChoiceSchema = z.object({ delta: Fields, message: Fields, finish_reason: Text });

/** `reasoning_content` and `reasoning` are where compatible servers put what the model thinks; the API itself has no such field. */
const DeltaSchema = z.object({
  content: Text,
  refusal: Text,
  reasoning_content: Text,
  reasoning: Text,
  tool_calls: List,
});

const PieceSchema = z.object({ index: Figure, id: Text, function: Fields });

const FunctionSchema = z.object({ name: Text, arguments: Arguments });

/** What Gemini gives with a call and wants back with it. */
const Signed = z.object({ extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }) });

const UsageSchema = z.object({ prompt_tokens: Figure, completion_tokens: Figure, prompt_tokens_details: Fields });

/** Turns one reply's chunks into model events. */
export class OpenAITurn {
  /** The provider's name of the model: its thoughts are sealed for itself. */
  readonly #name: string;
  /** Whether a thought is open that the server wants back. */
  #thinking = false;
  /** The call each index is at. Some servers give every call the same index and tell them apart by id. */
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

  /** Whether the reply came to its end: some servers give no reason for it, and only say that they are done. */
  get over(): boolean {
    return this.#stop !== undefined || this.#done;
  }

  /** The server said that it is done. */
  done(): void {
    this.#done = true;
  }

  *events(given: unknown): Generator<ModelEvent> {
    const { choices, usage } = ChunkSchema.parse(Fields.parse(given) ?? {});
    if (usage) this.#count(usage);
    // Only one choice is asked for.
    if (choices.length === 0) return;
    const choice = Fields.parse(choices[0]);
    if (!choice) {
      if (!this.#told) yield unreadable('a choice that is none');
      this.#told = true;
      return;
    }
    const { delta: piece, message, finish_reason: reason } = ChoiceSchema.parse(choice);
    const delta = DeltaSchema.parse(piece ?? message ?? {});
    const thinking = delta.reasoning_content || delta.reasoning;
    if (thinking !== '') {
      this.#thinking ||= delta.reasoning_content !== '';
      yield { type: 'reasoning', delta: thinking };
    } else if (delta.content !== '' || delta.tool_calls.length > 0 || reason !== '') yield* this.#endThought();
    if (delta.content !== '') yield { type: 'text', delta: delta.content };
    if (delta.refusal !== '') yield { type: 'text', delta: delta.refusal };
    for (const call of delta.tool_calls) yield* this.#piece(call);
    // A reason that is newer than this table ends the turn like any other.
    if (reason !== '') this.#stop = STOPS.get(reason) ?? 'end';
  }

  /** What ends the turn, once the stream is over: figures may come after the last word. */
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
    const piece = PieceSchema.parse(Fields.parse(given) ?? {});
    // Without an index it goes on with the last call, or is the next one if it has another id.
    const index = piece.index ?? this.#last;
    const named = FunctionSchema.parse(piece.function ?? {});
    const known = this.#open.get(index);
    const another = known !== undefined && piece.id !== '' && known.sentId !== '' && piece.id !== known.sentId;
    if (another) yield { type: 'call-end', id: known.id };
    let call = another ? undefined : known;
    if (!call) {
      call = { id: this.#newId(piece.id), sentId: piece.id };
      this.#open.set(index, call);
      yield { type: 'call-start', id: call.id, name: named.name };
    }
    this.#last = index;
    const value = Signed.safeParse(given).data?.extra_content.google.thought_signature;
    if (value !== undefined) {
      yield { type: 'call-sealed', id: call.id, sealed: seal({ by: this.#name, kind: 'thought-signature', value }) };
    }
    if (named.arguments !== '') yield { type: 'call-args', id: call.id, delta: named.arguments };
  }

  /** Calls may come without an id, or share one. */
  #newId(sent: string): string {
    const wanted = sent === '' ? `call_${this.#ids.size}` : sent;
    const id = this.#ids.has(wanted) ? `${wanted}~${this.#ids.size}` : wanted;
    this.#ids.add(id);
    return id;
  }

  #count(given: Record<string, unknown>): void {
    const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = UsageSchema.parse(given);
    this.#usage = {
      inputTokens: prompt_tokens ?? this.#usage.inputTokens,
      outputTokens: completion_tokens ?? this.#usage.outputTokens,
      cachedInputTokens: Figure.parse(details?.cached_tokens) ?? this.#usage.cachedInputTokens,
    };
  }
}
