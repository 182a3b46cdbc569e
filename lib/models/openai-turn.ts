import { z } from 'zod';
import { isObject } from '@/lib/schema/json-schema';
import { parseAnswer } from './bounded';
import type { ModelEvent, StopReason, Usage } from './model';
import { argumentsIn, CallIds, fieldsIn, figureIn, listIn, nameIn, textInside, unreadable } from './odd-shapes';
import { issue, quote } from './provider-errors';
import { RepeatedArguments, unsaid } from './repeated';
import { seal } from './sealed';

/** By the words of OpenAI and of servers that hand on those of others: Gemini's, Anthropic's, GLM's. */
const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'end'],
  ['length', 'max_tokens'],
  ['max_tokens', 'max_tokens'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'refusal'],
  ['refusal', 'refusal'],
  ['safety', 'refusal'],
  ['recitation', 'refusal'],
  ['blocklist', 'refusal'],
  ['prohibited_content', 'refusal'],
  ['spii', 'refusal'],
  ['sensitive', 'refusal'],
  ['model_context_window_exceeded', 'context_exceeded'],
]);

/** The reason of a reply that the server could not bring to its end. Another attempt may. */
const BROKEN: ReadonlySet<string> = new Set([
  'error',
  'network_error',
  'insufficient_system_resource',
  // Gemini adds why: `function_call_filter: MALFORMED_FUNCTION_CALL`.
  'function_call_filter',
  'malformed_function_call',
  'unexpected_tool_call',
]);

/** Some servers write their reasons in capitals, or add which filter it was: `content_filter: SAFETY`. */
const plain = (reason: string): string => (reason.split(':')[0] ?? '').trim().toLowerCase();

/** The signature that Gemini sends with a call and wants back. */
const Signed = z.object({ extra_content: z.object({ google: z.object({ thought_signature: z.string() }) }) });

/**
 * A call of the reply. It begins with its arguments, once it has a name that is not just the beginning of a tool's: until then,
 * more of its name may come, or its id.
 */
interface Call {
  sentId: string;
  name: string;
  /** Whether that is its whole name, as far as anybody knows. */
  named: boolean;
  /** Arguments that came before it began. */
  early: string;
  readonly args: RepeatedArguments;
  /** Once it has begun. */
  id?: string;
}

/** Whether a call is complete, so that another name, with these arguments, is another call's and not the rest of its own. */
const isComplete = ({ id, name, early }: Call, args: string): boolean =>
  id !== undefined || (name !== '' && args !== '' && parseAnswer(early).ok);

/** Turns one reply's chunks into model events. */
export class OpenAITurn {
  /** The provider's name of the model: thoughts are sealed for this model only. */
  readonly #name: string;
  /** Names of the tools that the model was shown. */
  readonly #tools: ReadonlySet<string>;
  /** Whether a thought is open that the server wants back. */
  #thinking = false;
  readonly #calls: Call[] = [];
  /** The latest call at each index. Some servers give every call the same index, or none, and tell them apart by id. */
  readonly #at = new Map<number, Call>();
  readonly #bySentId = new Map<string, Call>();
  readonly #ids = new CallIds();
  /** The index of the last piece. */
  #last = 0;
  /** The index of the choice that is read, since only one is requested: the first, or whichever comes first. */
  #choice: number | undefined;
  #told = false;
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  #stop: StopReason | undefined;
  #done = false;
  /** What was said in pieces, which a whole `message` after them says again. */
  #said = { text: '', refusal: '', thought: '' };
  #inPieces = false;

  constructor(name: string, tools: readonly { readonly name: string }[] = []) {
    this.#name = name;
    this.#tools = new Set(tools.map((tool) => tool.name));
  }

  /** Whether the reply is complete: some servers give no stop reason, only the sign that they are done. */
  get over(): boolean {
    return this.#stop !== undefined || this.#done;
  }

  /** The server signalled that it is done. */
  done(): void {
    this.#done = true;
  }

  *events(chunk: unknown): Generator<ModelEvent> {
    const { choices, usage } = fieldsIn(chunk);
    this.#count(usage);
    const listed = listIn(choices);
    const choice = listed.find((one) => this.#isRead(one)) ?? listed[0];
    if (choice === undefined) return;
    if (!isObject(choice)) {
      if (!this.#told) yield unreadable('a choice that is none');
      this.#told = true;
      return;
    }
    const index = figureIn(choice.index) ?? 0;
    if (index !== (this.#choice ??= index)) return;
    const reason = textInside(choice.finish_reason);
    // Some servers send a whole `message` instead of a `delta`.
    const inPieces = isObject(choice.delta);
    const delta = fieldsIn(inPieces ? choice.delta : choice.message);
    // At the end, some send it after its pieces.
    const again = this.#inPieces && !inPieces;
    const news = (text: string, said: string): string => (again ? unsaid(text, said) : text);
    const content = news(textInside(delta.content), this.#said.text);
    const refusal = news(textInside(delta.refusal), this.#said.refusal);
    // Older servers make at most one call, in a field of its own.
    const older = isObject(delta.function_call) ? { function: delta.function_call } : undefined;
    const calls = listIn(delta.tool_calls ?? older);
    // Where compatible servers put the model's thoughts; the API itself has no such field.
    const wanted = textInside(delta.reasoning_content);
    const thinking = news(wanted || textInside(delta.reasoning), this.#said.thought);
    this.#said.text += content;
    this.#said.refusal += refusal;
    this.#said.thought += thinking;
    // A piece may say nothing, as one that has only the role.
    this.#inPieces ||= inPieces && (content + refusal + thinking !== '' || calls.length > 0);
    if (thinking !== '') {
      this.#thinking ||= wanted !== '';
      yield { type: 'reasoning', delta: thinking };
    } else if (content !== '' || calls.length > 0 || reason !== '') yield* this.#endThought();
    if (content !== '') yield { type: 'text', delta: content };
    if (refusal !== '') yield { type: 'text', delta: refusal };
    for (const [place, call] of calls.entries()) yield* this.#piece(call, again ? this.#calls[place] : undefined);
    if (BROKEN.has(plain(reason))) throw issue('STREAM_BROKEN', `The provider could not go on: ${quote(reason)}`);
    // A stop reason that is newer than this table ends the turn normally.
    if (reason !== '') this.#stop = STOPS.get(plain(reason)) ?? 'end';
  }

  #isRead(choice: unknown): boolean {
    return isObject(choice) && (figureIn(choice.index) ?? 0) === (this.#choice ?? 0);
  }

  /** The events that end the turn, once the stream is over: usage may arrive after the last text. */
  *end(): Generator<ModelEvent> {
    for (const call of this.#calls.splice(0)) {
      const rest = call.args.end();
      const late = call.id === undefined;
      if (late) call.early += rest;
      const id = yield* this.#begin(call);
      if (!late && rest !== '') yield { type: 'call-args', id, delta: rest };
      yield { type: 'call-end', id };
    }
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

  /** @param repeated the call that this may be again, without its index or with another id */
  *#piece(given: unknown, repeated?: Call): Generator<ModelEvent> {
    const piece = fieldsIn(given);
    const named = fieldsIn(piece.function);
    const [sentId, name, sent] = [textInside(piece.id), nameIn(named.name), argumentsIn(named.arguments)];
    const isAgain = repeated?.name === name && !this.#bySentId.has(sentId) && repeated.args.areIn(sent);
    const call = isAgain ? repeated : yield* this.#callOf(sentId, figureIn(piece.index), name, sent);
    // Some servers repeat the name with each piece, others send it in pieces.
    if (call.id === undefined && name !== call.name) {
      call.name = this.#grown(call.name, name);
      call.named = this.#isWhole(call.name);
    }
    const value = Signed.safeParse(given).data?.extra_content.google.thought_signature;
    if (value !== undefined) {
      const id = yield* this.#begin(call);
      yield { type: 'call-sealed', id, sealed: seal({ by: this.#name, kind: 'thought-signature', value }) };
    }
    const args = call.args.next(sent);
    if (args === '') return;
    if (call.id === undefined && !call.named) call.early += args;
    else yield { type: 'call-args', id: yield* this.#begin(call), delta: args };
  }

  /** The name with another piece of it. Some servers send with each piece all that came before it. */
  #grown(before: string, piece: string): string {
    const longer = nameIn(before + piece);
    if (!piece.startsWith(before) || this.#tools.has(longer)) return longer;
    return this.#tools.has(piece) || (this.#begins(piece) && !this.#begins(longer)) ? piece : longer;
  }

  #isWhole(name: string): boolean {
    return name !== '' && (this.#tools.has(name) || !this.#begins(name));
  }

  /** Whether a tool's name begins so. */
  #begins(name: string): boolean {
    for (const tool of this.#tools) if (tool.startsWith(name)) return true;
    return false;
  }

  /** The call that a piece belongs to. A piece without an index continues the last call, or the one with its id. */
  *#callOf(sentId: string, index: number | undefined, name: string, args: string): Generator<ModelEvent, Call> {
    const at = index ?? this.#last;
    this.#last = at;
    const here = this.#at.get(at);
    // Some servers send whole calls, told apart by nothing but their names.
    const another = here !== undefined && name !== '' && name !== here.name && isComplete(here, args);
    // Some servers make up another id for each piece of a call.
    const goesOn = here && here.name !== '' && name === '' && !this.#bySentId.has(sentId);
    if (here && !another && (sentId === '' || here.sentId === '' || here.sentId === sentId || goesOn)) {
      here.sentId ||= sentId;
      return here;
    }
    const known = here || index === undefined ? this.#bySentId.get(sentId) : undefined;
    const before = this.#calls.at(-1);
    // Calls begin in the order in which the model makes them.
    if (!known && before) yield* this.#begin(before);
    const call = known ?? { sentId, name: '', named: false, early: '', args: new RepeatedArguments() };
    if (!known) this.#calls.push(call);
    this.#at.set(at, call);
    if (sentId !== '') this.#bySentId.set(sentId, call);
    return call;
  }

  /** Begins a call, unless it has begun; returns its id. */
  *#begin(call: Call): Generator<ModelEvent, string> {
    if (call.id !== undefined) return call.id;
    call.id = this.#ids.next(call.sentId);
    yield { type: 'call-start', id: call.id, name: call.name };
    if (call.early !== '') yield { type: 'call-args', id: call.id, delta: call.early };
    return call.id;
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
