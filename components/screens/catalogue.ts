import { indexPrompt, loadTokenCounter } from '@/lib/discovery';
import { MODELS } from '@/lib/models/declarations/catalogue';
import { SCENARIO_WORDS } from '../messages/zh/scenarios';
import { inChinese, SCENARIOS, unplayable } from '@/lib/scenarios';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { havingOf } from '@/lib/tools/system';
import type { Catalogue, ScenarioChoice } from '../state/catalogue';
import { groupOf, lengthOf } from './scenario-groups';

/** The presets under which a scenario cannot be played. */
const unplayableUnder = (scenario: (typeof SCENARIOS)[number]): ScenarioChoice['unplayable'] =>
  Object.fromEntries(
    PRESETS.flatMap((preset) => {
      const refused = unplayable(scenario, preset.title, havingOf(presetTools(preset, builtinTools)));
      if (!refused) return [];
      const { lacks, instead } = refused;
      return [[preset.id, { lacks, ...(instead && { instead: instead.id }) }]];
    }),
  );

const counter = await loadTokenCounter();

const indexTokens = (tools: Parameters<typeof indexPrompt>[0]): number => counter.countTokens(indexPrompt(tools));

/** What the page offers. Built on the server: the page gets the texts, not the code behind them. */
export const catalogue: Catalogue = {
  scenarios: SCENARIOS.map((scenario) => {
    const { id, title, summary, prompt, needs } = scenario;
    const zh = SCENARIO_WORDS[id];
    return {
      id,
      title,
      summary,
      ...(zh && { translated: { zh: { ...zh, prompt: inChinese(prompt) } } }),
      prompt,
      group: groupOf(id),
      // Fields of tools concern only presets; people are shown tools.
      tools: needs.filter((need) => !need.includes('.')),
      length: lengthOf(id),
      unplayable: unplayableUnder(scenario),
    };
  }),
  models: MODELS,
  presets: PRESETS.map(({ id, title }) => ({ id, title })),
  tools: builtinTools.map((tool) => {
    const form = toApiTool(tool);
    const lineTokens = indexTokens([form, form]) - indexTokens([form]);
    return {
      name: tool.name,
      title: tool.title,
      kind: tool.kind,
      readOnly: tool.onlyReads,
      description: tool.description,
      alwaysActive: tool.alwaysActive ?? false,
      tokens: counter.countTools([form]),
      category: tool.category,
      lineTokens,
      categoryTokens: indexTokens([form]) - indexTokens([]) - lineTokens,
    };
  }),
  indexTokens: indexTokens([]),
};
