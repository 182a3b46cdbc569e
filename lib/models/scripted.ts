import type { Message, Tool, UserMessage } from '@ag-ui/core';
import { parseJson, type Careless, type Speed } from '@/lib/protocol';
import {
  goesOn,
  play,
  type Fault,
  type History,
  type ScriptedTurn,
  type ScriptedCall,
  type CallFor,
} from '@/lib/scenarios';
import { isObject } from '@/lib/schema/json-schema';
import { anthropicModel } from './anthropic';
import { prepareBlocks, toMessagesBody } from './anthropic-messages';
import { Steps } from './body-text';
import { carelessTurn, type Intent } from './careless/careless';
import type { Dialect } from './dialects';
import { captureExchanges, type ExchangeSink } from './exchanges';
import type { Model, ModelRequest } from './model';
import { pacedStream } from './paced-stream';
import { historyOf } from './scripted-history';
import { vocabularyOf, type Vocabulary } from './scripted-preset';
import { inputTokensOf } from './scripted-usage';
import { sseEvents, type SseShape } from './sse-bytes';
import { withTextCalls } from './text-calls';
import { sentArguments } from './sent-calls';
import { searchTools, toolMetadata } from '@/lib/discovery';
import { wordFor } from '@/lib/scenarios/example-words';
import { exampleOf } from '@/lib/schema/example';
import { z } from 'zod';

/** Milliseconds between deltas, and characters per delta. */
const PACE: Readonly<Record<Speed, { gapMs: number; stride: number }>> = {
  instant: { gapMs: 0, stride: 400 },
  fast: { gapMs: 15, stride: 24 },
  typing: { gapMs: 30, stride: 4 },
};

const NAME = 'scripted';
const nameOf = ({ careless }: Pick<ScriptedOptions, 'careless'>): string => (careless ? 'careless' : NAME);

/**
 * A model that plays scenarios, served as a real Messages API stream to the real SDK. Needs no key and no network. With a
 * dialect it behaves like a model without native calls, and the real parser reads its text.
 */
export const scriptedModel = ({ dialect, ...options }: ScriptedOptions): Model => ({
  name: nameOf(options),
  async *turn(whole) {
    const { messages } = whole;
    const vocabulary = vocabularyOf(whole);
    const before = beginningOf(messages);
    // The scenario gets its part by itself: it reads no more, and cannot recover calls from the text of a dialect.
    const part = { ...whole, messages: messages.slice(before) };
    const steps = new Steps(whole);
    await prepareBlocks(part.messages, nameOf(options), steps);
    const body = toMessagesBody(part, nameOf(options));
    if (steps.due) await steps.others();
    const history = historyOf(body);
    if (steps.due) await steps.others();
    const leftOut = messages.length > MOST_SENT ? before : 0;
    const request = { ...whole, messages: messages.slice(leftOut) };
    const tools = whole.pool ?? whole.tools;
    const manner: Manner = { ...options, tools, vocabulary, dialect, conversation: messages, history, before, leftOut };
    const speaker: Model = { name: nameOf(options), turn: (told) => serve(told, manner) };
    yield* (dialect ? withTextCalls(speaker, dialect) : speaker).turn(request);
  },
});

/** A request has the whole conversation, as any model's has. Of one with more messages, it has the part that is played. */
const MOST_SENT = 1000;

/** Index of the message at which the part of a conversation begins that its script depends on. */
function beginningOf(messages: readonly Message[]): number {
  let said: string[] = [];
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== 'user') continue;
    said.push(wordsOf(message));
    // Consecutive user messages are one to the model.
    if (messages[index - 1]?.role === 'user') continue;
    const words = said
      .toReversed()
      .filter((text) => text !== '')
      .join('\n');
    if (words !== '' && !goesOn(words)) return index;
    said = [];
  }
  return 0;
}

const wordsOf = ({ content }: UserMessage): string =>
  typeof content === 'string' ? content : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');

interface ScriptedOptions {
  speed: Speed;
  /** Makes slips, and fixes what it is told of. */
  careless?: Careless | undefined;
  dialect?: Dialect | undefined;
  exchanges?: ExchangeSink | undefined;
}

interface Manner extends ScriptedOptions {
  tools: readonly Tool[];
  /** That of a preset, if the tools have its names. */
  vocabulary: Vocabulary | undefined;
  /** The whole conversation. */
  conversation: readonly Message[];
  /** Its part that the scenario depends on, with its calls. */
  history: History;
  /** How many messages come before that part. */
  before: number;
  /** How many of them the request leaves out. */
  leftOut: number;
}

function serve(request: ModelRequest, manner: Manner): ReturnType<Model['turn']> {
  const { exchanges, leftOut } = manner;
  const fetch: typeof globalThis.fetch = (_url, init) => answer(init, manner, request);
  return anthropicModel({
    apiKey: NAME,
    name: nameOf(manner),
    baseURL: 'http://scripted.invalid',
    fetch: exchanges ? captureExchanges({ wire: 'anthropic', secrets: [], leftOut }, exchanges, fetch) : fetch,
  }).turn(request);
}

/** What a turn needs of a request besides the history. */
const BodySchema = z.record(z.string(), z.unknown());

async function answer(init: RequestInit | undefined, manner: Manner, request: ModelRequest): Promise<Response> {
  init?.signal?.throwIfAborted();
  const { attempt = 1, pause } = request;
  const { speed, vocabulary, conversation, history, before, dialect, careless, tools } = manner;
  const body = parseJson(BodySchema, typeof init?.body === 'string' ? init.body : '');
  if (!body.ok) return refusal(400, 'invalid_request_error', body.reason);
  await pause?.();
  const intend: Intent = (meant) => {
    const ours = play(vocabulary ? vocabulary.asOurs(meant) : meant, { attempt }, callFor(tools));
    return vocabulary ? vocabulary.asTheirs(ours) : ours;
  };
  const offered = tools.map(({ name, parameters }) => ({ name, schema: isObject(parameters) ? parameters : {} }));
  const played = careless ? carelessTurn(history, intend, { ...careless, offered }) : intend(history);
  const turn = dialect ? inDialect(played, dialect) : played;
  if (turn.fault && turn.fault !== 'broken-stream') return faulty(turn.fault);
  const { gapMs, stride } = PACE[speed];
  await pause?.();
  const inputTokens = await inputTokensOf(body.value, conversation, new Steps(request));
  const shape = { position: positionOf(history, before), model: nameOf(manner), inputTokens, stride };
  const bytes =
    turn.fault === undefined
      ? pacedStream(sseEvents(turn, shape), { gapMs, signal: init?.signal })
      : pacedStream(brokenEvents(turn, shape), { gapMs, signal: init?.signal, error: new TypeError('terminated') });
  return new Response(bytes, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

/** A reply that ends in the middle of its text. */
function brokenEvents(turn: ScriptedTurn, shape: SseShape): string[] {
  const half = turn.text?.slice(0, turn.text.length / 2);
  const ending = ['content_block_stop', 'message_delta', 'message_stop'].length;
  return sseEvents({ ...turn, text: half }, shape).slice(0, -ending);
}

/** Unique in the conversation and the same in every process: the number of calls and turns before it. */
function positionOf(history: History, before: number): string {
  return String(before + history.length + 1).padStart(4, '0');
}

const TYPES = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
} as const;

function faulty({ status, retryAfterMs }: Exclude<Fault, 'broken-stream'>): Response {
  const response = refusal(status, TYPES[status], `A scripted fault: ${TYPES[status]}.`);
  if (retryAfterMs !== undefined) response.headers.set('retry-after-ms', String(retryAfterMs));
  return response;
}

const refusal = (status: number, type: string, message: string): Response =>
  Response.json({ type: 'error', error: { type, message } }, { status });

/** A scripted turn with its calls written into its text, as by a model without native calls. */
function inDialect({ calls = [], text = '', stop, ...turn }: ScriptedTurn, dialect: Dialect): ScriptedTurn {
  const blocks = calls.map((call) => dialect.formatCall({ name: call.name, arguments: argumentsOf(call) }));
  const last = blocks.at(-1);
  // A turn that ran out of room ends in the middle of its last call.
  if (last !== undefined && stop === 'max_tokens') blocks.splice(-1, 1, last.slice(0, (last.length * 2) / 3));
  return {
    ...turn,
    text: [text, ...blocks].filter(Boolean).join('\n\n'),
    ...(stop && { stop: stop === 'tool_use' ? 'end_turn' : stop }),
  };
}

const argumentsOf = (call: ScriptedCall): Readonly<Record<string, unknown>> =>
  'rawArguments' in call ? sentArguments(call.rawArguments) : call.input;

/** Longer words are not searched with in full. In characters. */
const MOST = 400;

/** An example of a longer schema holds everybody up while it is checked. In characters. */
const MOST_OF_SCHEMA = 200_000;

/** The sources of tools that a person or an agent made. */
const ADDED: ReadonlySet<string | undefined> = new Set(['custom', 'dynamic']);

/**
 * An example call of the tool that a person's words fit best. A tool that was made here comes before the others; if none fits,
 * one that was made here, otherwise the first.
 */
const callFor =
  (tools: readonly Tool[]): CallFor =>
  (words) => {
    const added = tools.filter((tool) => ADDED.has(toolMetadata(tool)?.source));
    const best = (pool: readonly Tool[]): Tool | undefined => {
      const [name] = searchTools(pool, { query: words.slice(0, MOST) }).found;
      return pool.find((tool) => tool.name === name);
    };
    const tool = best(added) ?? best(tools) ?? added[0] ?? tools[0];
    if (!tool) return undefined;
    const { name, parameters } = tool;
    const isShort = JSON.stringify(parameters ?? {}).length <= MOST_OF_SCHEMA;
    return { name, input: isShort && isObject(parameters) ? exampleOf(parameters, wordFor(name)) : {} };
  };
