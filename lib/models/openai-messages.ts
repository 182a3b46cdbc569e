import { createHash } from 'node:crypto';
import type { AssistantMessage, ContentPart, Message, ToolMessage } from '@ag-ui/core';
import type OpenAI from 'openai';
import type { Steps } from './body-text';
import { byName, oncePerList } from './tool-lists';
import { openaiDeclaration } from './declarations';
import type { ModelRequest } from './model';
import { pictureIn } from './pictures';
import { unseal } from './sealed';
import { resultText, sentArguments, sentName } from './sent-calls';

type Param = OpenAI.ChatCompletionMessageParam;
type Part = OpenAI.ChatCompletionContentPartText | OpenAI.ChatCompletionContentPartImage;
type Body = Pick<OpenAI.ChatCompletionCreateParams, 'messages' | 'tools'>;

/** The model that is asked: its name, and the longest id of a call that its server takes. */
interface Asked {
  readonly by: string;
  readonly longestId?: number | undefined;
}

/** A request body for Chat Completions. Thoughts and signatures that the model wants back are included. */
export function toChatBody({ system, messages, tools, strict = false }: ModelRequest, asked: Asked = { by: '' }): Body {
  const thoughtful = withThoughts(messages, asked.by);
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system } satisfies Param]),
      ...resultsTogether(thoughtful.map(({ message, thoughts }) => paramsOf(message, thoughts, asked))),
    ],
    ...(tools.length > 0 && {
      tools: declared(tools, String(strict), () => byName(tools).map((tool) => openaiDeclaration(tool, { strict }))),
    }),
  };
}

/** Servers want the results of all calls before anything else: their images follow the last of them. */
function resultsTogether(all: readonly (readonly Param[])[]): Param[] {
  const params: Param[] = [];
  let images: Param[] = [];
  for (const [first, ...more] of all) {
    if (!first) continue;
    if (first.role !== 'tool') {
      params.push(...images);
      images = [];
    }
    params.push(first);
    images.push(...more);
  }
  return [...params, ...images];
}

const declared = oncePerList<OpenAI.ChatCompletionTool[]>();

interface Thoughtful {
  message: Message;
  /** What the model thought before this message, if its server wants it back. */
  thoughts: string;
}

/** Thoughts become a field of the message after them; servers want only those since the last user message. */
function withThoughts(messages: readonly Message[], by: string): Thoughtful[] {
  const present = messages.findLastIndex(({ role }) => role === 'user');
  const all: Thoughtful[] = [];
  let thoughts = '';
  for (const [index, message] of messages.entries()) {
    if (message.role === 'reasoning') {
      const wanted = index > present && unseal(message.encryptedValue, by)?.kind === 'reasoning-content';
      if (wanted) thoughts += message.content;
      continue;
    }
    const last = all.at(-1);
    if (message.role === 'assistant' && last?.message.role === 'assistant') {
      all[all.length - 1] = { message: joined(last.message, message), thoughts: last.thoughts + thoughts };
    } else all.push({ message, thoughts });
    thoughts = '';
  }
  return all;
}

const joined = (first: AssistantMessage, second: AssistantMessage): AssistantMessage => ({
  ...first,
  content: `${first.content ?? ''}${second.content ?? ''}`,
  toolCalls: [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])],
});

/** The parameters of a message without thoughts, for one model: they are the same in all later turns. */
const converted = new WeakMap<Message, { readonly asked: Asked; readonly params: Param[] }>();

function paramsOf(message: Message, thoughts: string, asked: Asked): Param[] {
  if (thoughts !== '') return toParams(message, thoughts, asked);
  const known = converted.get(message);
  if (known?.asked.by === asked.by && known.asked.longestId === asked.longestId) return known.params;
  const params = toParams(message, thoughts, asked);
  converted.set(message, { asked, params });
  return params;
}

/** Converts messages ahead of `toChatBody`, so that other work can run in between. */
export async function prepareChat(messages: readonly Message[], asked: Asked, steps: Steps): Promise<void> {
  for (const message of messages) {
    paramsOf(message, '', asked);
    if (steps.due) await steps.others();
  }
}

function toParams(message: Message, thoughts: string, asked: Asked): Param[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: partsOf(message.content) }];
    case 'assistant':
      return [{ ...assistant(message, asked), ...(thoughts !== '' && { reasoning_content: thoughts }) }];
    case 'tool': {
      const id = sentId(message.toolCallId, asked);
      return [{ role: 'tool', tool_call_id: id, content: resultText(message) }, ...imagesOf(message)];
    }
    default:
      return [];
  }
}

/** Others' ids may be longer than this server takes; what is left of one is its own. */
const sentId = (id: string, { longestId = Number.POSITIVE_INFINITY }: Asked): string =>
  id.length <= longestId ? id : createHash('sha256').update(id).digest('hex').slice(0, longestId);

function assistant({ content, toolCalls = [] }: AssistantMessage, asked: Asked): Param {
  const calls = toolCalls.map(({ id, function: { name, arguments: text }, encryptedValue }) => {
    const signature = unseal(encryptedValue, asked.by)?.value;
    return {
      id: sentId(id, asked),
      type: 'function' as const,
      // Servers parse the arguments and refuse invalid JSON.
      function: { name: sentName(name), arguments: JSON.stringify(sentArguments(text)) },
      ...(signature !== undefined && { extra_content: { google: { thought_signature: signature } } }),
    };
  });
  return { role: 'assistant', content: content ?? '', ...(calls.length > 0 && { tool_calls: calls }) };
}

/** A result is text here; its images are in a message of their own. */
function imagesOf({ content }: ToolMessage): Param[] {
  if (typeof content === 'string') return [];
  const images = content.flatMap((part) => (part.type === 'image' ? toParts(part) : []));
  return images.length > 0 ? [{ role: 'user', content: images }] : [];
}

/** Servers refuse an empty list, and parts without text. */
function partsOf(content: string | readonly ContentPart[]): string | Part[] {
  const parts = typeof content === 'string' ? content : content.flatMap(toParts);
  return parts.length > 0 ? parts : '';
}

function toParts(part: ContentPart): Part[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
  const picture = part.type === 'image' ? pictureIn(part.source) : undefined;
  if (!picture) return [{ type: 'text', text: `[${part.type} left out]` }];
  const url = 'url' in picture ? picture.url : `data:${picture.type};base64,${picture.data}`;
  return [{ type: 'image_url', image_url: { url } }];
}
