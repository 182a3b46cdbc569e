import type { AssistantMessage, ContentPart, Message, Tool, ToolMessage } from '@ag-ui/core';
import type OpenAI from 'openai';
import { z } from 'zod';
import type { ModelRequest } from './model';
import { resultText } from './result-text';
import { sentArguments } from './sent-arguments';

type Param = OpenAI.ChatCompletionMessageParam;
type Part = OpenAI.ChatCompletionContentPartText | OpenAI.ChatCompletionContentPartImage;
type Body = Pick<OpenAI.ChatCompletionCreateParams, 'messages' | 'tools'>;

/** A request in the form of Chat Completions. */
export function toChatBody({ system, messages, tools }: ModelRequest): Body {
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system } satisfies Param]),
      ...messages.flatMap(toParams),
    ],
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
  };
}

const Parameters = z.looseObject({ type: z.literal('object') });

function toTool({ name, description, parameters }: Tool): OpenAI.ChatCompletionFunctionTool {
  const schema = Parameters.safeParse(parameters);
  const form = { name, description, parameters: schema.success ? schema.data : { type: 'object' } };
  return { type: 'function', function: form };
}

function toParams(message: Message): Param[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: partsOf(message.content) }];
    case 'assistant':
      return [assistant(message)];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.toolCallId, content: resultText(message) }, ...imagesOf(message)];
    default:
      return [];
  }
}

function assistant({ content, toolCalls = [] }: AssistantMessage): Param {
  const calls = toolCalls.map(({ id, function: { name, arguments: text } }) => ({
    id,
    type: 'function' as const,
    // Servers parse the arguments, and refuse what is no JSON.
    function: { name, arguments: JSON.stringify(sentArguments(text)) },
  }));
  return { role: 'assistant', content: content ?? '', ...(calls.length > 0 && { tool_calls: calls }) };
}

/** A result is text here: its images follow as a message of their own. */
function imagesOf({ content }: ToolMessage): Param[] {
  if (typeof content === 'string') return [];
  const images = content.flatMap((part) => (part.type === 'image' ? toParts(part) : []));
  return images.length > 0 ? [{ role: 'user', content: images }] : [];
}

const partsOf = (content: string | readonly ContentPart[]): string | Part[] =>
  typeof content === 'string' ? content : content.flatMap(toParts);

function toParts(part: ContentPart): Part[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type !== 'image') return [{ type: 'text', text: `[${part.type} left out]` }];
  const { source } = part;
  const url = source.type === 'url' ? source.value : `data:${source.mimeType};base64,${source.value}`;
  return [{ type: 'image_url', image_url: { url } }];
}
