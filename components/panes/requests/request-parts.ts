import type { Tool } from '@ag-ui/core';
import type { TokenCounter } from '@/lib/discovery';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { Marker } from '../../elements/monaco';
import { textOf as say } from '../../messages/text';

const ToolSchema = z.looseObject({});
/** A tool in the form of the Messages API or of Chat Completions. */
const DeclarationSchema = z.union([
  z
    .object({ name: z.string(), description: z.string().default(''), input_schema: z.unknown() })
    .transform(({ input_schema: parameters, ...tool }): Tool => ({ ...tool, parameters })),
  z
    .object({
      function: z.object({ name: z.string(), description: z.string().default(''), parameters: z.unknown() }),
    })
    .transform((tool): Tool => tool.function),
]);
const BodySchema = z.looseObject({
  system: z.unknown().optional(),
  tools: z.array(ToolSchema).default([]),
  messages: z.array(z.looseObject({ role: z.string() })).default([]),
});

/** Tokens of each part of a request. */
export interface RequestParts {
  system: number;
  tools: number;
  messages: number;
}

/**
 * Tokens of a request's parts, for either provider's form; undefined for any other. Tools cost the same as shown elsewhere; the
 * rest is counted as text, accurate to within 10 %.
 */
export function requestParts(request: string, counter: TokenCounter): RequestParts | undefined {
  const body = parseJson(BodySchema, request);
  if (!body.ok) return undefined;
  const { system, tools, messages } = body.value;
  const isSystem = ({ role }: { role: string }): boolean => role === 'system' || role === 'developer';
  const count = (parts: readonly unknown[]): number =>
    parts.reduce<number>((sum, part) => sum + counter.countTokens(textOf(part)), 0);
  return {
    system: count([...(system === undefined ? [] : [system]), ...messages.filter(isSystem)]),
    tools: toolTokens(tools, counter),
    messages: count(messages.filter((message) => !isSystem(message))),
  };
}

function toolTokens(tools: readonly object[], counter: TokenCounter): number {
  const declared: Tool[] = [];
  let others = 0;
  for (const tool of tools) {
    const found = DeclarationSchema.safeParse(tool);
    if (found.success) declared.push(found.data);
    else others += counter.countTokens(JSON.stringify(tool));
  }
  return counter.countTools(declared) + others;
}

const textOf = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part));

/** A marker at each point up to which the provider is asked to cache, in a formatted request. */
export const cacheMarks = (text: string): Marker[] =>
  text.split('\n').flatMap((line, index) => {
    const at = line.indexOf('"cache_control": {');
    if (at < 0) return [];
    return [
      {
        line: index + 1,
        column: at + 1,
        endLine: index + 1,
        endColumn: at + '"cache_control"'.length + 1,
        message: say('requests')('cacheUpTo'),
        level: 'info' as const,
      },
    ];
  });

/** The line at which the newest message begins, in a formatted request; 1 if it has none. */
export function newestMessageLine(text: string): number {
  const lines = text.split('\n');
  const from = lines.indexOf('  "messages": [');
  const to = from < 0 ? -1 : lines.findIndex((line, index) => index > from && /^ {2}\],?$/.test(line));
  return to < 0 ? 1 : lines.lastIndexOf('    {', to) + 1;
}
