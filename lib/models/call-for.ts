import type { Tool } from '@ag-ui/core';
import { searchTools, toolMetadata } from '@/lib/discovery';
import type { CallFor } from '@/lib/scenarios';
import { wordFor } from '@/lib/scenarios/example-words';
import { exampleOf } from '@/lib/schema/example';
import { isObject } from '@/lib/schema/json-schema';

/** Longer words are not searched with in full. In characters. */
const MOST = 400;

/**
 * An example call of the tool that a person's words fit best. A tool that somebody added comes before those of the page; if
 * none fits, an added one, otherwise the first.
 */
export const callFor =
  (tools: readonly Tool[]): CallFor =>
  (words) => {
    const added = tools.filter((tool) => toolMetadata(tool)?.source !== 'builtin');
    const best = (pool: readonly Tool[]): Tool | undefined => {
      const [name] = searchTools(pool, { query: words.slice(0, MOST) }).found;
      return pool.find((tool) => tool.name === name);
    };
    const tool = best(added) ?? best(tools) ?? added[0] ?? tools[0];
    if (!tool) return undefined;
    const { name, parameters } = tool;
    return { name, input: exampleOf(isObject(parameters) ? parameters : {}, wordFor(name)) };
  };
