import type OpenAI from 'openai';
import { z } from 'zod';
import type { ModelEvent, StopReason, Usage } from './model';
import { seal } from './sealed';

type Chunk = OpenAI.ChatCompletionChunk;
type Piece = NonNullable<Chunk['choices'][number]['delta']['tool_calls']>[number];

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: 'end',
  length: 'max_tokens',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'refusal',
};

/** Where compatible servers put what the model thinks; the API itself has no such field. */
const Thinking = z.object({ reasoning_content: z.string().nullish(), reasoning: z.string().nullish() });

/** What Gemini gives with a call and wants back with it. */
const Signed = z.object({ extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }) });

/** Turns one reply's chunks into model events. */
export class OpenAITurn {
  /** The provider's name of the model: its thoughts are sealed for itself. */
  readonly #name: string;
  /** Whether a thought is open that the server wants back. */
  #thinking = false;
  /** The call each index is at. Some servers give every call the same index and tell them apart by id. */
  readonly #open = new Map<number, { id: string; sentId: string | undefined }>();
  #begun = 0;
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  #stop: StopReason | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the reply came to its end. */
  get over(): boolean {
    return this.#stop !== undefined;
  }

  *events(chunk: Chunk): Generator<ModelEvent> {
    if (chunk.usage) this.#count(chunk.usage);
    // Only one choice is asked for.
    const [choice] = chunk.choices;
    if (!choice) return;
    const { delta, finish_reason: reason } = choice;
    const thought = Thinking.safeParse(delta).data;
    const thinking = thought?.reasoning_content ?? thought?.reasoning;
    if (thinking) {
      this.#thinking ||= Boolean(thought?.reasoning_content);
      yield { type: 'reasoning', delta: thinking };
    } else if (delta.content || delta.tool_calls?.length || reason) yield* this.#endThought();
    if (delta.content) yield { type: 'text', delta: delta.content };
    if (delta.refusal) yield { type: 'text', delta: delta.refusal };
    for (const piece of delta.tool_calls ?? []) yield* this.#piece(piece);
    // A reason that is newer than this table ends the turn like any other.
    if (reason) this.#stop = STOPS[reason] ?? 'end';
  }

  /** What ends the turn, once the stream is over: figures may come after the last word. */
  *end(): Generator<ModelEvent> {
    for (const { id } of this.#open.values()) yield { type: 'call-end', id };
    this.#open.clear();
    const called = this.#begun > 0 && this.#stop === 'end';
    yield { type: 'stop', reason: called ? 'tool_calls' : (this.#stop ?? 'end'), usage: this.#usage };
  }

  *#endThought(): Generator<ModelEvent> {
    if (!this.#thinking) return;
    this.#thinking = false;
    yield { type: 'reasoning-end', sealed: seal({ by: this.#name, kind: 'reasoning-content', value: '' }) };
  }

  *#piece(piece: Piece): Generator<ModelEvent> {
    const { index, id, function: named } = piece;
    const known = this.#open.get(index);
    const another = known !== undefined && Boolean(id) && known.sentId !== undefined && id !== known.sentId;
    if (another) yield { type: 'call-end', id: known.id };
    let call = another ? undefined : known;
    if (!call) {
      call = { id: id || `call_${this.#begun}`, sentId: id || undefined };
      this.#begun += 1;
      this.#open.set(index, call);
      yield { type: 'call-start', id: call.id, name: named?.name ?? '' };
    }
    const value = Signed.safeParse(piece).data?.extra_content.google.thought_signature;
    if (value !== undefined) {
      yield { type: 'call-sealed', id: call.id, sealed: seal({ by: this.#name, kind: 'thought-signature', value }) };
    }
    if (named?.arguments) yield { type: 'call-args', id: call.id, delta: named.arguments };
  }

  #count({ prompt_tokens, completion_tokens, prompt_tokens_details }: OpenAI.CompletionUsage): void {
    this.#usage = {
      inputTokens: prompt_tokens,
      outputTokens: completion_tokens,
      cachedInputTokens: prompt_tokens_details?.cached_tokens ?? 0,
    };
  }
}
