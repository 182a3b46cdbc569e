import { indexPrompt, loadTokenCounter } from '@/lib/discovery';
import { MODELS } from '@/lib/models/declarations/catalogue';
import { SCENARIOS, unplayable } from '@/lib/scenarios';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { havingOf } from '@/lib/tools/system';
import type { Catalogue, ScenarioChoice } from '../state/catalogue';

/** Where a scenario stands in the list of them. What has no group of its own is about an agent at work. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Several agents': ['sub-agents', 'background-agent', 'isolation'],
  'With a person': ['plan-first', 'ask-the-person', 'todos-and-tasks'],
  'From one day to the next': ['memory', 'skill', 'workflow', 'cron'],
  'Files and shell': ['tidy-files', 'background-shell', 'notebook'],
  'Git and code': ['worktree', 'language-service'],
  'Beyond the sandbox': ['web', 'mcp', 'browser', 'server'],
  'How calls are made': ['validation', 'ambiguous-edit', 'parallel', 'dialects'],
  Guards: ['denied', 'hooks', 'rate-limit', 'loop-guard', 'truncation', 'cut-off', 'unknown-tool'],
  'Finding and making tools': ['lazy-tools', 'dynamic-tool'],
  'When things go wrong': ['endless-loop', 'long-reply', 'faults'],
};

const AT_WORK = 'An agent at work';

/** The name of a scenario's group. */
const groupOf = (id: string): string => Object.entries(GROUPS).find(([, ids]) => ids.includes(id))?.[0] ?? AT_WORK;

/** The designs under which a scenario cannot be played. */
const unplayableUnder = (scenario: (typeof SCENARIOS)[number]): ScenarioChoice['unplayable'] =>
  Object.fromEntries(
    PRESETS.flatMap((preset) => {
      const refused = unplayable(scenario, preset.title, havingOf(presetTools(preset, builtinTools)));
      return refused ? [[preset.id, refused]] : [];
    }),
  );

const counter = await loadTokenCounter();

const indexTokens = (tools: Parameters<typeof indexPrompt>[0]): number => counter.countTokens(indexPrompt(tools));

/** What the page offers. Runs on the server: the page is sent the words, not the code behind them. */
export const catalogue: Catalogue = {
  scenarios: SCENARIOS.map((scenario) => {
    const { id, title, summary, prompt } = scenario;
    return { id, title, summary, prompt, group: groupOf(id), unplayable: unplayableUnder(scenario) };
  }),
  models: MODELS,
  presets: PRESETS.map(({ id }) => id),
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
