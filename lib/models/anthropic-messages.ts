import type { AssistantMessage, ContentPart, Message, ReasoningMessage, ToolMessage } from '@ag-ui/core';
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { validate } from '@/lib/schema';
import type { Steps } from './body-text';
import { byName, oncePerList } from './tool-lists';
import { anthropicDeclaration, type AnthropicDeclaration } from './declarations';
import type { ModelRequest } from './model';
import { pictureIn } from './pictures';
import { unseal } from './sealed';
import { failureText, sentArguments, sentName } from './sent-calls';
import { unsealedBlock, wholeSearches } from './server-blocks';

type Block = Anthropic.ContentBlockParam;

interface Param {
  role: 'user' | 'assistant';
  content: Block[];
}

type Body = Pick<Anthropic.MessageCreateParams, 'system' | 'messages' | 'tools'>;

const CACHE = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The request body, with cache marks after the tools, the system prompt and the conversation so far. Thoughts are only sent
 * back to the model that had them, `by`.
 */
export function toMessagesBody(request: ModelRequest, by?: string): Body {
  const { system, messages, tools, deferred = [], strict = false } = request;
  const params: Param[] = [];
  for (const message of messages) for (const param of paramsOf(message, by)) params.push(param);
  return {
    ...(system !== '' && { system: [{ type: 'text', text: system, ...CACHE }] }),
    messages: cacheLast(mergeRoles(wholeSearches(params, tools))),
    ...(tools.length > 0 && { tools: declared(tools, `${strict} ${deferred.join(' ')}`, () => toTools(request)) }),
  };
}

const declared = oncePerList<Anthropic.ToolUnion[]>();

/** Ids from other clients may contain characters that the API refuses. */
export const toApiId = (id: string): string => (/^[a-zA-Z0-9_-]+$/.test(id) ? id : `x-${hexOf(id)}`);

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** The provider's own search for deferred tools. */
const SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;

/** Most tools in one request that the API accepts as strict. */
const MOST_STRICT = 20;

/** Marks the last tool that is sent outright as the end of the cached part; a deferred tool cannot be marked. */
function toTools({ tools, deferred = [], strict = false }: ModelRequest): Anthropic.ToolUnion[] {
  const kept = new Set(deferred);
  let room = strict ? MOST_STRICT : 0;
  const forms = byName(tools).map((tool) => {
    const form = fitting(anthropicDeclaration(tool, { deferred: kept.has(tool.name), strict: room > 0 }));
    if (form.strict) room -= 1;
    return form;
  });
  if (forms.some((form) => form.defer_loading)) return [{ ...SEARCH, ...CACHE }, ...forms];
  return forms.map((form, index) => (index === forms.length - 1 ? { ...form, ...CACHE } : form));
}

/** Drops examples that do not fit the schema, since the API refuses the whole request for one. */
function fitting({ input_examples, ...form }: AnthropicDeclaration): AnthropicDeclaration {
  const good = (input_examples ?? []).filter((example) => validate(form.input_schema, example).ok);
  return good.length > 0 ? { ...form, input_examples: good } : form;
}

/** The parameters of a message for one model: they are the same in all later turns. */
const converted = new WeakMap<Message, { readonly by: string | undefined; readonly params: readonly Param[] }>();

function knownParams(message: Message, by: string | undefined): readonly Param[] | undefined {
  const known = converted.get(message);
  return known?.by === by ? known?.params : undefined;
}

function paramsOf(message: Message, by: string | undefined): readonly Param[] {
  const known = knownParams(message, by);
  if (known) return known;
  const params = toParam(message, by);
  converted.set(message, { by, params });
  return params;
}

/** Converts messages ahead of `toMessagesBody`, so that other work can run in between. */
export async function prepareBlocks(messages: readonly Message[], by: string | undefined, steps: Steps): Promise<void> {
  // A conversation grows at its end: what is before a known message is known, too, or is converted with the others.
  const first = messages.findLastIndex((message) => knownParams(message, by)) + 1;
  for (const message of messages.slice(first)) {
    paramsOf(message, by);
    if (steps.due) await steps.others();
  }
}

function toParam(message: Message, by: string | undefined): Param[] {
  switch (message.role) {
    case 'user':
      return blocks('user', contentOf(message.content));
    case 'assistant':
      return blocks('assistant', assistantBlocks(message));
    case 'tool':
      return [{ role: 'user', content: [toolResult(message)] }];
    case 'reasoning':
      return by === undefined ? [] : blocks('assistant', thought(message, by));
    default:
      // Instructions are sent in `system`.
      return [];
  }
}

const blocks = (role: Param['role'], content: Block[]): Param[] => (content.length > 0 ? [{ role, content }] : []);

function thought({ content, encryptedValue }: ReasoningMessage, by: string): Block[] {
  const sealed = unseal(encryptedValue, by);
  if (sealed?.kind === 'server-block') return [unsealedBlock(sealed.value) ?? []].flat();
  if (sealed?.kind === 'thinking') return [{ type: 'thinking', thinking: content, signature: sealed.value }];
  return sealed?.kind === 'redacted-thinking' ? [{ type: 'redacted_thinking', data: sealed.value }] : [];
}

function assistantBlocks({ content, toolCalls }: AssistantMessage): Block[] {
  const text: Block[] = content?.trim() ? [{ type: 'text', text: content.trimEnd() }] : [];
  const calls = (toolCalls ?? []).map(({ id, function: { name, arguments: text } }): Block => ({
    type: 'tool_use',
    id: toApiId(id),
    name: sentName(name),
    input: sentArguments(text),
  }));
  return [...text, ...calls];
}

function toolResult({ toolCallId, content, error }: ToolMessage): Anthropic.ToolResultBlockParam {
  const parts = contentOf(content);
  const failed = error !== undefined;
  return {
    type: 'tool_result',
    tool_use_id: toApiId(toolCallId),
    content: failed ? withCode(error, parts) : parts,
    ...(failed && { is_error: true }),
  };
}

type Plain = Anthropic.TextBlockParam | Anthropic.ImageBlockParam;

function withCode(code: string, parts: Plain[]): Plain[] {
  const [first, ...rest] = parts;
  if (first?.type === 'text') return [{ type: 'text', text: failureText(code, first.text) }, ...rest];
  return [{ type: 'text', text: code }, ...parts];
}

function contentOf(content: string | readonly ContentPart[]): Plain[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return content.flatMap((part): Plain[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    const image = part.type === 'image' ? imageOf(part.source) : undefined;
    return [image ?? { type: 'text', text: `[${part.type} left out]` }];
  });
}

const MediaTypeSchema = z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

function imageOf(source: Extract<ContentPart, { type: 'image' }>['source']): Anthropic.ImageBlockParam | undefined {
  const picture = pictureIn(source);
  if (!picture) return undefined;
  if ('url' in picture) {
    // The API refuses others.
    const isSecure = /^https:/i.test(picture.url);
    return isSecure ? { type: 'image', source: { type: 'url', url: picture.url } } : undefined;
  }
  const media = MediaTypeSchema.safeParse(picture.type);
  return media.success
    ? { type: 'image', source: { type: 'base64', media_type: media.data, data: picture.data } }
    : undefined;
}

/** Merges adjacent messages of the same role: all results of a turn are sent together, in call order. */
function mergeRoles(params: readonly Param[]): Param[] {
  const merged: Param[] = [];
  // What is added to is a copy, because the cached parameters are used again in the next turn.
  let copy: Param | undefined;
  for (const param of params) {
    const last = merged.at(-1);
    if (last?.role !== param.role) {
      merged.push(param);
      continue;
    }
    if (copy !== last) {
      copy = { ...last, content: [...last.content] };
      merged[merged.length - 1] = copy;
    }
    for (const block of param.content) copy.content.push(block);
  }
  return merged;
}

function cacheLast(params: Param[]): Param[] {
  const last = params.at(-1);
  const block = last?.content.at(-1);
  if (!last || !block) return params;
  if (block.type !== 'text' && block.type !== 'tool_result' && block.type !== 'image') return params;
  return [...params.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), { ...block, ...CACHE }] }];
}
