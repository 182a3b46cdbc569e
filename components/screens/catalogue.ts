import { MODELS } from '@/lib/models/forms/catalogue';
import { SCENARIOS } from '@/lib/scenarios';
import { toApiTool } from '@/lib/tools';
import { coreTools } from '@/lib/tools/builtin/core';
import type { Catalogue } from '../state/catalogue';

/** Characters of JSON that make a token, roughly. */
const CHARACTERS_A_TOKEN = 4;

/** What the page offers. Runs on the server: the page is sent the words, not the code behind them. */
export const catalogue: Catalogue = {
  scenarios: SCENARIOS.map(({ id, title, summary, prompt }) => ({ id, title, summary, prompt })),
  models: MODELS.map(({ id, title, needsKey }) => ({ id, title, needsKey })),
  tools: coreTools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    kind: tool.kind,
    readOnly: tool.annotations.readOnlyHint,
    description: tool.description,
    tokens: Math.round(JSON.stringify(toApiTool(tool)).length / CHARACTERS_A_TOKEN),
  })),
};
