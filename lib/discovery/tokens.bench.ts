import { bench, describe } from 'vitest';
import { figure } from '@/e2e/bench/figure';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { loadTokenCounter, searchTools, tokenFigures } from './index';

const tools = builtinTools.map(toApiTool);
const counter = await loadTokenCounter('claude-sonnet-4-5');
const { full, lazy, saved } = tokenFigures(counter, tools, []);

/** Goal: at least 90 % saved in the first turn, with the index counted in. */
figure(
  `Tokens of all ${tools.length} tools: in full`,
  `${full}`,
  `with only ToolSearch active ${lazy}: ${(100 * saved).toFixed(1)} % saved`,
);

describe('discovery', () => {
  bench(`search ${tools.length} tools`, () => void searchTools(tools, { query: 'search the text of files' }));
  bench(`count ${tools.length} forms`, () => void counter.countTools(tools));
});
