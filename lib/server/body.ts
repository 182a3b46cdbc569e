import type { Message, RunAgentInput } from '@ag-ui/core';
import { MessageSchema, RunAgentInputSchema } from '@ag-ui/core/schemas';
import { z } from 'zod';
import { BODY_LIMIT, parseAnyJson, type Problem } from '@/lib/protocol';
import { JsonShape, type ShapeLimits } from '@/lib/protocol/text';
import { messageOf } from '@/lib/protocol/message-of';
import { inSlice, yieldToOthers } from '@/lib/threads';
import type { LimitName, LimitValue } from './limiter';

/** Longest id of a thread or a run, in characters. */
const ID_LIMIT = 200;
/** A file and a stream would not give back an id with a NUL or half a surrogate pair as it is, nor a URL one of dots alone. */
const isId = (id: string): boolean => id.length <= ID_LIMIT && /^(?!\.{1,2}$)[^\0\p{Surrogate}]+$/u.test(id);
/** Most issues reported for an invalid body. */
const MOST_ISSUES = 20;

type Body<T> = { ok: true; value: T } | { ok: false; status: 400 | 413 | 415; problem: Problem };

/**
 * Reads the body as a `RunAgentInput`, in the slices of `who`. Bytes are counted as they arrive, whatever the headers say.
 */
export async function readRunInput(
  request: Request,
  limit: LimitValue,
  take?: (bytes: number) => void,
  who?: string,
): Promise<Body<RunAgentInput>> {
  const text = await readBodyText(request, limit, take, who);
  if (!text.ok) return text;
  let raw: unknown;
  try {
    raw = await inSlice(() => JSON.parse(text.value), who);
  } catch (error) {
    return bad(NOT_JSON, [{ path: '', message: messageOf(error) }]);
  }
  await yieldToOthers(who);
  const crowded = tooMany(raw, limit) ?? (mayBeTooLong(text.value, limit) ? await tooLong(raw, limit, who) : undefined);
  if (crowded) return crowded;
  const parsed = await parseInSteps(raw, who);
  if (!parsed.ok) return bad('The body is not a RunAgentInput.', parsed.issues);
  const { threadId, runId, tools } = parsed.data;
  const issues = Object.entries({ threadId, runId }).flatMap(([path, id]) =>
    isId(id)
      ? []
      : [{ path, message: `An id has 1 to ${ID_LIMIT} characters, not . or .., without NUL and half surrogate pairs` }],
  );
  const unnamed = tools.findIndex(({ name }) => name.trim() === '');
  if (unnamed >= 0) issues.push({ path: `tools.${unnamed}.name`, message: 'A tool has a name' });
  return issues.length > 0 ? bad('The ids or names do not fit.', issues) : { ok: true, value: parsed.data };
}

/** The text of a short body as what the schema describes. */
export function parseBody<T>(schema: z.ZodType<T>, text: string): Body<T> {
  const raw = parseAnyJson(text);
  if (!raw.ok) return bad(NOT_JSON, [{ path: '', message: raw.reason }]);
  const parsed = schema.safeParse(raw.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return bad('The body does not fit what this route takes.', issuesOf(parsed).slice(0, MOST_ISSUES));
}

const NOT_JSON = 'The body is not JSON.';

type Parsed = { ok: true; data: RunAgentInput } | { ok: false; issues: NonNullable<Problem['issues']> };

/** Parses as the schema does, but message by message, so that many messages do not block other work. */
async function parseInSteps(raw: unknown, who: string | undefined): Promise<Parsed> {
  const { data: listed } = MessagesSchema.safeParse(raw);
  const input = RunAgentInputSchema.safeParse(listed ? { ...listed, messages: [] } : raw);
  const issues = issuesOf(input);
  const messages: Message[] = [];
  for (const [index, candidate] of (listed?.messages ?? []).entries()) {
    const message = MessageSchema.safeParse(inNewerParts(candidate));
    if (message.success) messages.push(message.data);
    else issues.push(...issuesOf(message, ['messages', index]));
    if (issues.length >= MOST_ISSUES) break;
    await yieldToOthers(who);
  }
  return input.success && issues.length === 0
    ? { ok: true, data: { ...input.data, messages } }
    : { ok: false, issues: issues.slice(0, MOST_ISSUES) };
}

/** A picture or file as clients of AG-UI 0.x send it: one kind for all of them. */
const BinarySchema = z.object({
  type: z.literal('binary'),
  mimeType: z.string(),
  data: z.string().optional(),
  url: z.string().optional(),
});
const MEDIA = ['image', 'audio', 'video'];

/** A message with its older parts in the words of AG-UI 1.0. */
function inNewerParts(message: unknown): unknown {
  const content = listIn(message, 'content');
  const isOlder = content.some((part) => fieldOf(part, 'type') === 'binary');
  if (!isOlder || typeof message !== 'object') return message;
  return { ...message, content: content.map(newerPart) };
}

function newerPart(part: unknown): unknown {
  const { data: older } = BinarySchema.safeParse(part);
  // Clients may leave one of them empty.
  const value = older?.data || older?.url;
  if (!older || !value) return part;
  const { mimeType } = older;
  const type = MEDIA.find((kind) => mimeType.startsWith(`${kind}/`)) ?? 'document';
  return { type, source: { type: older.data ? 'data' : 'url', value, mimeType } };
}

const MessagesSchema = z.looseObject({ messages: z.array(z.unknown()) });

const issuesOf = (
  { error }: z.ZodSafeParseResult<unknown>,
  under: (string | number)[] = [],
): { path: string; message: string }[] =>
  (error?.issues ?? []).flatMap(nearest).map(({ path, message }) => ({ path: [...under, ...path].join('.'), message }));

type Issue = z.core.$ZodIssue;

/** Where something fits none of several forms, the issues with the form that it is nearest to. */
function nearest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [first = []] = issue.errors.toSorted((one, other) => one.length - other.length);
  return first.flatMap((inside) => nearest({ ...inside, path: [...issue.path, ...inside.path] }));
}

/** Whether a body is longer than one of these limits: if not, no part of it is, and the parts need not be counted. */
const mayBeTooLong = (body: string, limit: LimitValue): boolean =>
  body.length > Math.min(limit('TOOLYARD_MESSAGE_CHARACTERS'), limit('TOOLYARD_BODY_CHARACTERS'));

/** Checks how much text there is, other than in the client's own state: the agent loop and the model look at all of it in each turn. */
async function tooLong(raw: unknown, limit: LimitValue, who: string | undefined): Promise<Body<never> | undefined> {
  const most = limit('TOOLYARD_MESSAGE_CHARACTERS');
  let ids = 0;
  for (const [index, message] of listIn(raw, 'messages').entries()) {
    const content = fieldOf(message, 'content');
    // The text of a result is cut, however long it is: a client could not go on without sending it.
    const isCut = fieldOf(message, 'role') === 'tool';
    const parts = listIn(message, 'content').reduce<number>((sum, part) => sum + unlimitedIn(part, isCut), 0);
    const cut = isCut && typeof content === 'string' ? content.length : parts;
    if (charactersOf(message) - cut > most) {
      return tooMuch(`characters in messages.${index}`, 'TOOLYARD_MESSAGE_CHARACTERS', limit);
    }
    // The id of a message is in each of its events.
    ids += charactersOf(fieldOf(message, 'id'));
    await yieldToOthers(who);
  }
  if (ids > limit('TOOLYARD_BODY_CHARACTERS')) {
    return tooMuch('characters in the ids of messages', 'TOOLYARD_BODY_CHARACTERS', limit);
  }
  const part = (['tools', 'context', 'resume'] as const).find(
    (name) => charactersOf(listIn(raw, name)) > limit('TOOLYARD_BODY_CHARACTERS'),
  );
  return part && tooMuch(`characters in ${part}`, 'TOOLYARD_BODY_CHARACTERS', limit);
}

/** Characters of a part that do not count: those of a picture or file, and of text that is cut. */
function unlimitedIn(part: unknown, isCut: boolean): number {
  const type = fieldOf(part, 'type');
  if (type === 'text') return isCut ? charactersOf(fieldOf(part, 'text')) : 0;
  const media = type === 'binary' ? ['data', 'url'] : ['source'];
  return media.reduce((sum, name) => sum + charactersOf(fieldOf(part, name)), 0);
}

/** Characters of all texts and names in a value. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [name, field] of Object.entries(value)) sum += name.length + charactersOf(field);
  return sum;
}

/** Checks the length of lists before anything in them is looked at. */
function tooMany(raw: unknown, limit: LimitValue): Body<never> | undefined {
  const messages = listIn(raw, 'messages');
  if (messages.length > limit('TOOLYARD_BODY_MESSAGES')) {
    return tooMuch('messages', 'TOOLYARD_BODY_MESSAGES', limit);
  }
  if (listIn(raw, 'tools').length > limit('TOOLYARD_BODY_TOOLS')) {
    return tooMuch('tools', 'TOOLYARD_BODY_TOOLS', limit);
  }
  const most = limit('TOOLYARD_BODY_LIST');
  const isLong = (value: unknown, name: string): boolean => listIn(value, name).length > most;
  const long = ['context', 'resume'].find((name) => isLong(raw, name));
  if (long !== undefined) return tooMuch(`entries in ${long}`, 'TOOLYARD_BODY_LIST', limit);
  for (const [index, message] of messages.entries()) {
    const part = ['content', 'toolCalls'].find((name) => isLong(message, name));
    if (part !== undefined) return tooMuch(`entries in messages.${index}.${part}`, 'TOOLYARD_BODY_LIST', limit);
  }
  return undefined;
}

/** The list in a field of a value; empty if there is none. */
function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

const bad = (message: string, issues: Problem['issues']): Body<never> => ({
  ok: false,
  status: 400,
  problem: { code: 'BAD_REQUEST', message, issues },
});

const tooMuch = (what: string, name: LimitName, limit: LimitValue): Extract<Body<never>, { ok: false }> => ({
  ok: false,
  status: 413,
  problem: { code: 'BODY_TOO_LARGE', message: `The body has more than ${limit(name)} ${what} (${name}).` },
});

const TOO_LARGE: Body<never> = {
  ok: false,
  status: 413,
  problem: {
    code: 'BODY_TOO_LARGE',
    message: `This message is too long to send: a run carries ${BODY_LIMIT / 2 ** 20} MB at most.`,
  },
};

/**
 * The text of a JSON body. A body that is too deep or has too many values is still read to its end, but discarded: a
 * connection with an unread request cannot be reused. One that is too large is not read on. `take` is told of the bytes that
 * are kept.
 */
export async function readBodyText(
  request: Request,
  limit: LimitValue,
  take: (bytes: number) => void = () => undefined,
  who?: string,
): Promise<Body<string>> {
  if (Number(request.headers.get('content-length')) > BODY_LIMIT) return TOO_LARGE;
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    const message = `The body is compressed (${coding}): send it as it is.`;
    return { ok: false, status: 415, problem: { code: 'BAD_REQUEST', message } };
  }
  const shape = new JsonShape({ depth: limit('TOOLYARD_BODY_DEPTH'), values: limit('TOOLYARD_BODY_VALUES') });
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  let over: keyof ShapeLimits | undefined;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) return TOO_LARGE;
    over ??= shape.take(chunk);
    if (over === undefined) take(chunk.byteLength);
    text = over ? '' : text + decoder.decode(chunk, { stream: true });
    // All of a body may be there already.
    await yieldToOthers(who);
  }
  if (over === 'depth') return { ...tooMuch('levels', 'TOOLYARD_BODY_DEPTH', limit), status: 400 };
  if (over === 'values') return tooMuch('values', 'TOOLYARD_BODY_VALUES', limit);
  return { ok: true, value: text + decoder.decode() };
}
