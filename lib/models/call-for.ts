import type { Tool } from '@ag-ui/core';
import { searchTools, toolMetadata } from '@/lib/discovery';
import type { CallFor } from '@/lib/scenarios';
import { wordFor } from '@/lib/scenarios/example-words';
import { exampleOf } from '@/lib/schema/example';
import { isObject } from '@/lib/schema/json-schema';

/** Longer words are not searched with in full. In characters. */
const MOST = 400;

/** The sources of tools that a person or an agent made. */
const ADDED: ReadonlySet<string | undefined> = new Set(['custom', 'dynamic']);

/**
 * An example call of the tool that a person's words fit best. A tool that was made here comes before the others; if none fits,
 * one that was made here, otherwise the first.
 */
export const callFor =
  (tools: readonly Tool[]): CallFor =>
  (words) => {
    const added = tools.filter((tool) => ADDED.has(toolMetadata(tool)?.source));
    const best = (pool: readonly Tool[]): Tool | undefined => {
      const [name] = searchTools(pool, { query: words.slice(0, MOST) }).found;
      return pool.find((tool) => tool.name === name);
    };
    const tool = best(added) ?? best(tools) ?? added[0] ?? tools[0];
    if (!tool) return undefined;
    const { name, parameters } = tool;
    return { name, input: exampleOf(isObject(parameters) ? parameters : {}, wordFor(name)) };
  };
