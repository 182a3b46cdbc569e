import { indexPrompt, loadTokenCounter } from '@/lib/discovery';
import { MODELS } from '@/lib/models/declarations/catalogue';
import { SCENARIOS } from '@/lib/scenarios';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import type { Catalogue } from '../state/catalogue';
import { groupOf } from './scenario-groups';

const counter = await loadTokenCounter();

/** What the page offers. Runs on the server: the page is sent the words, not the code behind them. */
export const catalogue: Catalogue = {
  scenarios: SCENARIOS.map(({ id, title, summary, prompt }) => ({ id, title, summary, prompt, group: groupOf(id) })),
  models: MODELS,
  tools: builtinTools.map((tool) => {
    const form = toApiTool(tool);
    return {
      name: tool.name,
      title: tool.title,
      kind: tool.kind,
      readOnly: tool.onlyReads,
      description: tool.description,
      alwaysActive: tool.alwaysActive ?? false,
      tokens: counter.countTools([form]),
      lineTokens: counter.countTokens(indexPrompt([form])) - counter.countTokens(indexPrompt([])),
    };
  }),
  indexTokens: counter.countTokens(indexPrompt([])),
};
