import { SCENARIOS } from './registry';
import { scenarioStartedBy } from './started-by';
import type { Scenario } from './scenario';

/** A preset's tools and fields, looked up by the built-in names. */
export interface PresetTools {
  tool(ours: string): string | undefined;
  field(tool: string, ours: string): string | undefined;
}

/** Why a scenario cannot be played with a preset, and a similar one that can. */
export interface Unplayable {
  /** The tools and fields that the preset lacks, in its own names if it has them. */
  readonly lacks: readonly string[];
  readonly reason: string;
  readonly instead?: Pick<Scenario, 'id' | 'title'>;
}

/** The needs of a scenario that a preset lacks, as the scenario names them. */
export const lackedBy = ({ needs }: Pick<Scenario, 'needs'>, having: PresetTools): readonly string[] =>
  needs.filter((need) => {
    const [tool = need, field] = need.split('.');
    return field === undefined ? having.tool(tool) === undefined : having.field(tool, field) === undefined;
  });

/** Why a scenario cannot be played; undefined if it can. `design` is the preset's name for people. */
export function unplayable(scenario: Scenario, design: string, having: PresetTools): Unplayable | undefined {
  const lacked = lackedBy(scenario, having);
  if (lacked.length === 0) return undefined;
  const tools = new Set(lacked.filter((need) => !need.includes('.')));
  const told = lacked.flatMap((need) => {
    const [tool = need, field] = need.split('.');
    if (field === undefined) return [tool];
    return tools.has(tool) ? [] : [`${field} of ${having.tool(tool) ?? tool}`];
  });
  const instead = fittingInstead(scenario, having);
  return {
    lacks: told,
    reason: `“${scenario.title}” needs something ${design} does not have: ${told.join(', ')}.`,
    ...(instead && { instead: { id: instead.id, title: instead.title } }),
  };
}

/** The same for a person's words; also undefined if they start no scenario. */
export function unplayableWords(words: string, design: string, having: PresetTools): Unplayable | undefined {
  const scenario = scenarioStartedBy(words);
  return scenario && unplayable(scenario, design, having);
}

/** The scenario that can be played and shares the most needs. */
function fittingInstead(scenario: Scenario, having: PresetTools): Scenario | undefined {
  const wanted = new Set(scenario.needs);
  const shared = ({ needs }: Scenario): number => needs.filter((need) => wanted.has(need)).length;
  const fitting = SCENARIOS.filter((other) => other.id !== scenario.id && lackedBy(other, having).length === 0);
  return fitting.toSorted((a, b) => shared(b) - shared(a))[0];
}
