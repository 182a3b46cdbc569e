import type { AssistantMessage, ContentPart, Message, ToolMessage } from '@ag-ui/core';
import type OpenAI from 'openai';
import type { Steps } from './body-text';
import { byName, oncePerList } from './tool-lists';
import { openaiDeclaration } from './declarations';
import type { ModelRequest } from './model';
import { unseal } from './sealed';
import { resultText, sentArguments, sentName } from './sent-calls';

type Param = OpenAI.ChatCompletionMessageParam;
type Part = OpenAI.ChatCompletionContentPartText | OpenAI.ChatCompletionContentPartImage;
type Body = Pick<OpenAI.ChatCompletionCreateParams, 'messages' | 'tools'>;

/** A request body for Chat Completions. Thoughts and signatures that the model `by` wants back are included. */
export function toChatBody({ system, messages, tools, strict = false }: ModelRequest, by = ''): Body {
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system } satisfies Param]),
      ...resultsTogether(withThoughts(messages, by).map(({ message, thoughts }) => paramsOf(message, thoughts, by))),
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
const converted = new WeakMap<Message, { readonly by: string; readonly params: Param[] }>();

function paramsOf(message: Message, thoughts: string, by: string): Param[] {
  if (thoughts !== '') return toParams(message, thoughts, by);
  const known = converted.get(message);
  if (known?.by === by) return known.params;
  const params = toParams(message, thoughts, by);
  converted.set(message, { by, params });
  return params;
}

/** Converts messages ahead of `toChatBody`, so that other work can run in between. */
export async function prepareChat(messages: readonly Message[], by: string, steps: Steps): Promise<void> {
  for (const message of messages) {
    paramsOf(message, '', by);
    if (steps.due) await steps.others();
  }
}

function toParams(message: Message, thoughts: string, by: string): Param[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: partsOf(message.content) }];
    case 'assistant':
      return [{ ...assistant(message, by), ...(thoughts !== '' && { reasoning_content: thoughts }) }];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.toolCallId, content: resultText(message) }, ...imagesOf(message)];
    default:
      return [];
  }
}

function assistant({ content, toolCalls = [] }: AssistantMessage, by: string): Param {
  const calls = toolCalls.map(({ id, function: { name, arguments: text }, encryptedValue }) => {
    const signature = unseal(encryptedValue, by)?.value;
    return {
      id,
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

const partsOf = (content: string | readonly ContentPart[]): string | Part[] =>
  typeof content === 'string' ? content : content.flatMap(toParts);

function toParts(part: ContentPart): Part[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  // A file of another provider is not known to this one.
  if (part.type !== 'image' || part.source.type === 'file') return [{ type: 'text', text: `[${part.type} left out]` }];
  const { source } = part;
  const url = source.type === 'url' ? source.value : `data:${source.mimeType};base64,${source.value}`;
  return [{ type: 'image_url', image_url: { url } }];
}
