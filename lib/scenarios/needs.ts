import { SCENARIOS } from './registry';
import { scenarioStartedBy } from './started-by';
import type { Scenario } from './scenario';

/** What a design of tools has, by our names. */
export interface PresetTools {
  tool(ours: string): string | undefined;
  field(tool: string, ours: string): string | undefined;
}

/** Why a scenario cannot be played with a design of tools, and one that can. */
export interface Unplayable {
  /** The tools and fields that the design lacks, by its names where it has some. */
  readonly lacks: readonly string[];
  readonly reason: string;
  readonly instead?: Pick<Scenario, 'id' | 'title'>;
}

/** What of a scenario's needs a design has not, as the scenario names them. */
export const lackedBy = ({ needs }: Pick<Scenario, 'needs'>, having: PresetTools): readonly string[] =>
  needs.filter((need) => {
    const [tool = need, field] = need.split('.');
    return field === undefined ? having.tool(tool) === undefined : having.field(tool, field) === undefined;
  });

/** Why a scenario cannot be played; undefined where it can. `design` is what people call the tools. */
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

/** The same for words that a person says; undefined where they start no scenario, too. */
export function unplayableWords(words: string, design: string, having: PresetTools): Unplayable | undefined {
  const scenario = scenarioStartedBy(words);
  return scenario && unplayable(scenario, design, having);
}

/** A scenario that a design can play in the place of one that it cannot: the one that shares most of its needs. */
function fittingInstead(scenario: Scenario, having: PresetTools): Scenario | undefined {
  const wanted = new Set(scenario.needs);
  const shared = ({ needs }: Scenario): number => needs.filter((need) => wanted.has(need)).length;
  const fitting = SCENARIOS.filter((other) => other.id !== scenario.id && lackedBy(other, having).length === 0);
  return fitting.toSorted((a, b) => shared(b) - shared(a))[0];
}
