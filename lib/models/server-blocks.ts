import type Anthropic from '@anthropic-ai/sdk';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

const Use = z.object({
  type: z.literal('server_tool_use'),
  id: z.string(),
  name: z.enum(['tool_search_tool_bm25', 'tool_search_tool_regex']),
  input: z.unknown(),
});

const Result = z.object({
  type: z.literal('tool_search_tool_result'),
  tool_use_id: z.string(),
  content: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('tool_search_tool_search_result'),
      tool_references: z.array(z.object({ type: z.literal('tool_reference'), tool_name: z.string() })),
    }),
    z.object({
      type: z.literal('tool_search_tool_result_error'),
      error_code: z.enum(['invalid_tool_input', 'unavailable', 'too_many_requests', 'execution_time_exceeded']),
    }),
  ]),
});

const ServerBlockSchema = z.discriminatedUnion('type', [Use, Result]);

/** A block of the provider's own search within a turn: it wants the block back in its place, or it searches again. */
type ServerBlock = z.infer<typeof ServerBlockSchema>;

/** A reply's block as such a block; undefined for others. */
export function serverBlock(block: unknown): ServerBlock | undefined {
  const parsed = ServerBlockSchema.safeParse(block);
  return parsed.success ? parsed.data : undefined;
}

/** The same from a sealed value. */
export function unsealedBlock(value: string): ServerBlock | undefined {
  const parsed = parseJson(ServerBlockSchema, value);
  return parsed.ok ? parsed.value : undefined;
}

const QuerySchema = z.object({ query: z.string() });

/** The text shown to a person. */
export function serverBlockText(block: ServerBlock): string {
  if (block.type === 'server_tool_use') {
    const asked = QuerySchema.safeParse(block.input);
    return `The provider looks for tools${asked.success ? `: ${asked.data.query}` : ''}`;
  }
  const { content } = block;
  if (content.type === 'tool_search_tool_result_error') return `The provider's search failed: ${content.error_code}`;
  const names = content.tool_references.map(({ tool_name }) => tool_name);
  return names.length > 0 ? `It finds ${names.join(', ')}` : 'It finds no tool';
}

interface Param {
  readonly role: 'user' | 'assistant';
  readonly content: Anthropic.ContentBlockParam[];
}

/**
 * The conversation without parts of the provider's own searches that it would refuse: a search without a result, except at
 * the very end where a turn was paused; a result without its search; and found tools that are no longer offered.
 */
export function wholeSearches(
  params: readonly Param[],
  offered: readonly { readonly name: string }[],
): readonly Param[] {
  if (!params.some(({ content }) => content.some(isSearch))) return params;
  const names = new Set(offered.map(({ name }) => name));
  const all = params.flatMap(({ content }) => content);
  const asked = new Set(all.flatMap((block) => (block.type === 'server_tool_use' ? [block.id] : [])));
  const answered = new Set(
    all.flatMap((block) => (block.type === 'tool_search_tool_result' ? [block.tool_use_id] : [])),
  );
  const last = all.at(-1);
  const fitting = (block: Anthropic.ContentBlockParam): Anthropic.ContentBlockParam[] => {
    if (block.type === 'server_tool_use') return answered.has(block.id) || block === last ? [block] : [];
    if (block.type !== 'tool_search_tool_result') return [block];
    if (!asked.has(block.tool_use_id)) return [];
    const { content } = block;
    if (content.type === 'tool_search_tool_result_error') return [block];
    const found = content.tool_references.filter(({ tool_name: name }) => names.has(name));
    return [{ ...block, content: { ...content, tool_references: found } }];
  };
  return params
    .map(({ role, content }) => ({ role, content: content.flatMap(fitting) }))
    .filter(({ content }) => content.length > 0);
}

const isSearch = ({ type }: Anthropic.ContentBlockParam): boolean =>
  type === 'server_tool_use' || type === 'tool_search_tool_result';
