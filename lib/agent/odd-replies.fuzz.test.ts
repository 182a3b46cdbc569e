import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from '@/lib/models/anthropic';
import type { Model } from '@/lib/models/model';
import { openaiModel } from '@/lib/models/openai';
import { emptyThread, foldEvents, unansweredCalls, type ThreadState } from '@/lib/protocol';
import { isObject } from '@/lib/schema/json-schema';
import { isLong, numRuns, patience } from '@/lib/tools/testing/cases';
import { inputOf, openTestThread, outcomeOf, result, user, type TestThread } from './agent.fixture';

/** A reply as a list of data, and the way it travels. */
interface Wire {
  reply: readonly unknown[];
  bytes(reply: readonly unknown[]): string;
  model(fetch: typeof globalThis.fetch): Model;
  /** A sound reply that says "on". */
  sound: readonly unknown[];
}

/** What follows the name of a field that stands beside another one of that name. */
const AGAIN = '\u0000again';

/** JSON in which such fields have the same name. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll(`${JSON.stringify(AGAIN).slice(1)}:`, '":');

const typeOf = (event: unknown): string => (isObject(event) && typeof event.type === 'string' ? event.type : 'odd');

const anthropicEnd = (reason: string): unknown[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_details: null }, usage: { output_tokens: 57 } },
  { type: 'message_stop' },
];

const ANTHROPIC: Wire = {
  reply: [
    { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 100, cache_read_input_tokens: 300 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Reading.' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'a', name: 'Read', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"path":"a"}' } },
    { type: 'content_block_stop', index: 2 },
    {
      type: 'content_block_start',
      index: 3,
      content_block: { type: 'tool_use', id: 'b', name: 'Ls', input: { x: 1 } },
    },
    { type: 'content_block_stop', index: 3 },
    ...anthropicEnd('tool_use'),
  ],
  sound: [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'on' } },
    ...anthropicEnd('end_turn'),
  ],
  bytes: (reply) => reply.map((event) => `event: ${typeOf(event)}\ndata: ${jsonOf(event)}\n\n`).join(''),
  model: (fetch) => anthropicModel({ apiKey: 'sk', name: 'claude-sonnet-5-5', fetch }),
};

const choice = (delta: object, reason: string | null = null): object => ({
  id: 'c',
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const chatBytes = (reply: readonly unknown[]): string =>
  [...reply.map(jsonOf), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
const chatModel = (fetch: typeof globalThis.fetch): Model =>
  openaiModel({ apiKey: 'sk', name: 'some-model', baseURL: 'http://model.invalid/v1', fetch });
const SAID_ON = [choice({ content: 'on' }), choice({}, 'stop')];

const OPENAI: Wire = {
  reply: [
    choice({ role: 'assistant', content: '' }),
    choice({ reasoning_content: 'Hm.' }),
    choice({ content: 'Reading.' }),
    choice({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'Read', arguments: '' } }] }),
    choice({ tool_calls: [{ index: 0, function: { arguments: '{"path":"a"}' } }] }),
    choice({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'Ls', arguments: '{}' } }] }),
    choice({}, 'tool_calls'),
    {
      id: 'c',
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 1 } },
    },
  ],
  sound: SAID_ON,
  bytes: chatBytes,
  model: chatModel,
};

const signed = { extra_content: { google: { thought_signature: 'sig' } } };

/** Gemini speaks Chat Completions: whole calls in one chunk, all of index 0, with a signature. */
const GEMINI: Wire = {
  ...OPENAI,
  reply: [
    choice({
      role: 'assistant',
      tool_calls: [
        { index: 0, id: 'a', type: 'function', function: { name: 'Read', arguments: '{"path":"a"}' }, ...signed },
      ],
    }),
    choice(
      { tool_calls: [{ index: 0, id: 'b', type: 'function', function: { name: 'Ls', arguments: '{}' } }] },
      'stop',
    ),
    { id: 'c', choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } },
  ],
};

type Path = readonly (string | number)[];

/** Where something stands in a value, the value itself among it. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const inside = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...inside.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

/** The value with something else at a path; without it where that is undefined. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.flatMap((one, index) => keep(index === key ? changed(one, rest, to) : one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      keep(name === key ? changed(one, rest, to) : one).map((kept) => [name, kept] as const),
    ),
  );
}

/** What stands at a path; undefined if nothing does. */
const standsAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inside, key) => Object.entries(Object(inside)).find(([name]) => name === String(key))?.[1],
    value,
  );

const keep = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

const other = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.constantFrom(null, true, false, 0, -1, 7, 1e21, 0.5, '', ' ', '7', 'odd', '__proto__', '\ud800'),
  fc.constantFrom([], {}, [[]], [null], [{ type: 'text', text: 'part' }], { text: 'inside' }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The value with a field that stands in it twice: first with what it has, then with something else, or the other way round. */
function doubled(value: unknown, path: Path, to: unknown, last: boolean): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? doubled(one, rest, to, last) : one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (name !== key) return [[name, one]];
      if (rest.length > 0) return [[name, doubled(one, rest, to, last)]];
      const both = last ? [one, to ?? null] : [to ?? null, one];
      return both.map((value, index) => [index === 0 ? name : name + AGAIN, value]);
    }),
  );
}

const KINDS = ['changed', 'field twice', 'event twice', 'taken from another event'] as const;

interface Oddity {
  kind: (typeof KINDS)[number];
  event: number;
  path: number;
  to: unknown;
  last: boolean;
}

const oddity: fc.Arbitrary<Oddity> = fc.record({
  kind: fc.constantFrom(...KINDS),
  event: fc.nat(),
  path: fc.nat(),
  to: other,
  last: fc.boolean(),
});

/**
 * The reply with one field of one event missing, of another type or there twice; with an index or id that another event
 * has, too; or with an event said twice.
 */
function withOddity(reply: readonly unknown[], { kind, event, path, to, last }: Oddity): unknown[] {
  if (reply.length === 0) return [];
  const at = event % reply.length;
  const said = reply[at];
  if (kind === 'event twice') return reply.toSpliced(at, 0, said);
  const paths = pathsOf(said);
  const where = paths[path % paths.length] ?? [];
  if (kind === 'field twice') return reply.toSpliced(at, 1, doubled(said, where, to, last));
  if (kind === 'changed') return reply.toSpliced(at, 1, ...keep(changed(said, where, to)));
  const names = paths.filter((one) => one.at(-1) === 'index' || one.at(-1) === 'id');
  const name = names[path % names.length] ?? where;
  const others = reply.flatMap((one) => keep(standsAt(one, name)));
  return reply.toSpliced(at, 1, changed(said, name, others.length > 0 ? others[path % others.length] : null));
}

/** A thread whose model sends what it is told to. */
interface Talk extends TestThread {
  wire: Wire;
  sends(reply: readonly unknown[]): void;
}

async function openTalk(wire: Wire): Promise<Talk> {
  const test = await openTestThread(() => []);
  let text = '';
  const headers = { 'content-type': 'text/event-stream' };
  const model = wire.model(() => Promise.resolve(new Response(text, { headers })));
  test.ports.createModel = () => model;
  // A reply may say that it cost more than a thread may: to stop there is right, and not what is asked here.
  test.ports.limits = { ...test.ports.limits, maxTokens: Number.MAX_SAFE_INTEGER };
  return { ...test, wire, sends: (reply) => (text = wire.bytes(reply)) };
}

async function goesOn(
  { ports, run, wire, sends }: Talk,
  threadId: string,
  reply: readonly unknown[],
  together = false,
): Promise<void> {
  const thread = async (): Promise<ThreadState> => foldEvents(emptyThread, await ports.log.read(threadId, 0));
  sends(reply);
  const first = await run(inputOf('r1', [user('u1')], { threadId }));
  expect(outcomeOf(first)).toMatchObject({ type: expect.stringMatching(/success|RUN_ERROR/) });
  // Read or refused by its adapter, which neither fails itself nor passes on what cannot be logged.
  expect(JSON.stringify(outcomeOf(first))).not.toMatch(/SERVER_ERROR|cannot be kept|Cannot read|is not /);
  // The client answers what is its own, as they would after a restart; or the person speaks together with that.
  sends(wire.sound);
  const open = unansweredCalls(await thread()).map(({ id }) => result(id));
  if (open.length > 0 && !together) await run(inputOf('r2', open, { threadId }));
  const last = await run(inputOf('r3', [...(together ? open : []), user('u2', 'go on')], { threadId }));
  expect(outcomeOf(last)).toMatchObject({ type: 'success' });
  const { messages, notices, ...after } = await thread();
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'on' });
  expect(notices.filter(({ guard }) => guard === 'log:unreadable')).toEqual([]);
  expect(unansweredCalls({ messages, notices, ...after })).toEqual([]);
  const figures = after.turns.flatMap(({ inputTokens, outputTokens }) => [inputTokens, outputTokens]);
  expect(figures.filter((figure) => !Number.isSafeInteger(figure) || figure < 0)).toEqual([]);
  const made = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
  const ids = made.map(({ id }) => id);
  expect([new Set(ids).size, answered.toSorted()]).toEqual([ids.length, ids.toSorted()]);
}

const WIRES: [name: string, wire: Wire][] = [
  ['Anthropic', ANTHROPIC],
  ['OpenAI', OPENAI],
  ['Gemini', GEMINI],
];

describe('a reply with any field missing, doubled or of another type', () => {
  it.each(WIRES)(
    '%s: the thread stays readable and goes on',
    async (_name, wire) => {
      const test = await openTalk(wire);
      try {
        let threads = 0;
        await goesOn(test, 'sound', wire.reply);
        const { calls } = foldEvents(emptyThread, await test.ports.log.read('sound', 0));
        const read = { name: 'Read', args: '{"path":"a"}' };
        expect(Object.values(calls)).toMatchObject([read, { name: 'Ls', args: wire === ANTHROPIC ? '{"x":1}' : '{}' }]);
        const oddities = fc.array(oddity, { minLength: 1, maxLength: 4 });
        const property = fc.asyncProperty(oddities, fc.boolean(), (all, together) =>
          goesOn(test, `t${(threads += 1)}`, all.reduce(withOddity, wire.reply), together),
        );
        await fc.assert(property, { numRuns: isLong ? numRuns(170) : 60, timeout: 20_000 });
      } finally {
        await test.dispose();
      }
    },
    4 * patience.timeout,
  );

  it.runIf(isLong).each(WIRES)(
    '%s: each field of each event, with each other type',
    async (_name, wire) => {
      const test = await openTalk(wire);
      try {
        for (const [at, event] of wire.reply.entries()) {
          for (const path of pathsOf(event)) {
            for (const [index, to] of [undefined, null, 7, '', [null], {}].entries()) {
              const reply = wire.reply.toSpliced(at, 1, ...keep(changed(event, path, to)));
              await goesOn(test, `${at} ${path.join('.')} ${index}`, reply);
            }
          }
        }
      } finally {
        await test.dispose();
      }
    },
    4 * patience.timeout,
  );
});
