import type Anthropic from '@anthropic-ai/sdk';

interface Param {
  readonly role: 'user' | 'assistant';
  readonly content: Anthropic.ContentBlockParam[];
}

/**
 * The conversation without parts of the provider's own searches that it would refuse: a search without a result, except at
 * the very end where a turn was paused; a result without its search; and found tools that are no longer offered.
 */
export function wholeSearches(params: readonly Param[], offered: ReadonlySet<string>): Param[] {
  if (!params.some(({ content }) => content.some(isSearch))) return [...params];
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
    const found = content.tool_references.filter(({ tool_name: name }) => offered.has(name));
    return [{ ...block, content: { ...content, tool_references: found } }];
  };
  return params
    .map(({ role, content }) => ({ role, content: content.flatMap(fitting) }))
    .filter(({ content }) => content.length > 0);
}

const isSearch = ({ type }: Anthropic.ContentBlockParam): boolean =>
  type === 'server_tool_use' || type === 'tool_search_tool_result';
