import type { Tool } from '@ag-ui/core';
import type { ValidationIssue } from '@/lib/protocol';
import MiniSearch from 'minisearch';
import { indexLine } from './tool-index';
import { isToolSearch, toolMetadata, type ToolQuery } from './tool-search';

/** The most tools one search returns: each is activated, and its declaration costs tokens. */
export const MOST_FOUND = 5;

/** Hits below this fraction of the best score merely share a word with the query. */
const CLOSE_TO_BEST = 0.4;

/** Stop words. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['a', 'an', 'and', 'in', 'of', 'or', 'the', 'to', 'with']);

const SELECT = /^\s*select:/i;

export interface ToolFinding {
  /** The names found, best first. */
  found: readonly string[];
  /** For the model. */
  text: string;
  error?: 'INVALID_ARGS' | 'NOT_FOUND';
  issues?: ValidationIssue[];
}

/** Searches name, description and help; `select:A,B` looks tools up by name and shows them in full. */
export function searchTools(tools: readonly Tool[], { query = '', category }: ToolQuery): ToolFinding {
  const pool = tools.filter((tool) => !isToolSearch(tool));
  if (SELECT.test(query)) return select(pool, query.replace(SELECT, ''));
  const within = category === undefined ? pool : pool.filter((tool) => isOf(tool, category));
  if (query.trim() === '' && category === undefined) {
    const text = 'Say what you look for: `query` with words or `select:Name`, or `category`.';
    const issues = [{ path: '$.query', expected: 'present', received: 'nothing', message: text }];
    return { found: [], error: 'INVALID_ARGS', text, issues };
  }
  if (within.length === 0) return nothing(`No tool is of category "${category}".`, pool);
  const found = query.trim() === '' ? within.slice(0, MOST_FOUND) : ranked(within, query).slice(0, MOST_FOUND);
  if (found.length === 0) return nothing(`No tool fits "${query}".`, pool);
  const more = query.trim() === '' && within.length > found.length;
  return {
    found: found.map(({ name }) => name),
    text: [
      'You can call these from now on:',
      ...found.map((tool, index) => `${index + 1}. ${tool.name}: ${indexLine(tool)}`),
      ...(more ? [`${within.length - found.length} more are of this category. Add words to \`query\`.`] : []),
    ].join('\n'),
  };
}

const plain = (text: string): string => text.trim().toLowerCase();
const isOf = (tool: Tool, category: string): boolean => plain(toolMetadata(tool)?.category ?? '') === plain(category);

/** About how many characters of all tools are searched, and most of one text: its beginning says what it is about. */
const SEARCHED = 400_000;
const SEARCHED_OF_ONE = 4_000;
/** Longer words are not searched with. */
const SEARCHED_WITH = 1_000;

/** Most characters of one text if no more than so many of all are read: what short ones leave is for the long ones. */
function share(texts: readonly string[], characters: number): number {
  let left = characters;
  for (const [index, { length }] of texts.toSorted((a, b) => a.length - b.length).entries()) {
    const each = Math.ceil(left / (texts.length - index));
    if (length > each) return each;
    left -= length;
  }
  return characters;
}

/** Best first; ties keep the order of the pool. */
function ranked(tools: readonly Tool[], query: string): Tool[] {
  const texts = tools.map((tool) => [tool.name, tool.description, toolMetadata(tool)?.help ?? ''] as const);
  const most = Math.min(SEARCHED_OF_ONE, share(texts.flat(), SEARCHED));
  const documents = texts.map((text, id) => {
    const [name, description, help] = text.map((one) => one.slice(0, most));
    return { id, name: `${name} ${words(name ?? '')}`, description, help };
  });
  const index = new MiniSearch<(typeof documents)[number]>({
    fields: ['name', 'description', 'help'],
    processTerm: (term) => (EMPTY_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  });
  index.addAll(documents);
  const hits = index.search(query.slice(0, SEARCHED_WITH), {
    boost: { name: 4, description: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
  });
  const best = Math.max(...hits.map(({ score }) => score));
  return hits
    .filter(({ score }) => score >= best * CLOSE_TO_BEST)
    .map(({ id, score }) => ({ id: Number(id), score }))
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .flatMap(({ id }) => tools[id] ?? []);
}

/** Splits `CamelCase` and `mcp__server__tool` into words. */
const words = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');

function select(pool: readonly Tool[], list: string): ToolFinding {
  const wanted = [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const found = wanted
    .flatMap((name) => pool.find((tool) => plain(tool.name) === plain(name)) ?? [])
    .slice(0, MOST_FOUND);
  const missing = wanted.filter((name) => !found.some((tool) => plain(tool.name) === plain(name)));
  if (found.length === 0)
    return nothing(`There is no tool called ${missing.join(', ') || 'that'}.`, pool, missing.join(' '));
  return {
    found: found.map(({ name }) => name),
    text: [
      ...found.map(shown),
      ...(missing.length > 0
        ? [`Not shown: ${missing.join(', ')}. At most ${MOST_FOUND} tools are shown at once.`]
        : []),
    ].join('\n\n'),
  };
}

/** Everything about one tool. */
function shown(tool: Tool): string {
  const help = toolMetadata(tool)?.help;
  return [
    `# ${tool.name}`,
    tool.description,
    ...(help === undefined ? [] : [help]),
    `Input, as JSON Schema: ${JSON.stringify(tool.parameters ?? { type: 'object' })}`,
  ].join('\n');
}

function nothing(why: string, pool: readonly Tool[], meant = ''): ToolFinding {
  const near = meant === '' ? [] : ranked(pool, meant).slice(0, 3);
  const categories = [...new Set(pool.flatMap((tool) => toolMetadata(tool)?.category ?? []))];
  const hint = near.length > 0 ? `Did you mean ${near.map(({ name }) => name).join(', ')}?` : 'Try other words.';
  const list = categories.length > 0 ? ` Categories: ${categories.join(', ')}.` : '';
  return { found: [], error: 'NOT_FOUND', text: `${why} ${hint}${list}` };
}
