import type { Tool } from '@ag-ui/core';
import { bench, describe } from 'vitest';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { loadTokenCounter, searchTools, tokenFigures } from './index';

/** As many as the whole catalogue is to have. */
const CATALOGUE = 35;

const present = builtinTools.map(toApiTool);

/** The present tools, and more of their size under other names. */
const grown: readonly Tool[] = Array.from({ length: CATALOGUE }, (_, index): Tool | undefined => {
  const like = present[index % present.length];
  return like && index >= present.length ? { ...like, name: `${like.name}${index}`, metadata: {} } : like;
}).flatMap((tool) => tool ?? []);

const counter = await loadTokenCounter('claude-sonnet-4-5');

/** Goal: at least 90 % saved in the first turn, with the index counted in. */
for (const [what, tools] of [
  [`the ${present.length} present tools`, present],
  [`a catalogue of ${CATALOGUE}`, grown],
] as const) {
  const { full, lazy, saved } = tokenFigures(counter, tools, []);
  process.stdout.write(
    `tokens, ${what}: ${full} full, ${lazy} lazy with only ToolSearch active, ${(100 * saved).toFixed(1)} % saved\n`,
  );
}

describe('discovery', () => {
  bench('search 35 tools', () => void searchTools(grown, { query: 'search the text of files' }));
  bench('count 35 forms', () => void counter.countTools(grown));
});
