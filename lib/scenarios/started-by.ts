import { inEnglish } from './chinese';
import { SCENARIOS } from './registry';
import type { Role, Scenario } from './scenario';

/** What is longer starts nothing, and is not even compared. Characters. */
const LONGEST = 10_000;

/** Words as they are compared: case, quotes at the end and white space say nothing. */
export const normalizedText = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .trim()
        .toLowerCase()
        .replace(/[.!?"]+$/, '')
        .replaceAll(/\s+/g, ' ');

/** By the words that start it; where two start with the same, the first. */
const scenarioOf: ReadonlyMap<string, Scenario> = new Map(
  SCENARIOS.flatMap((scenario) =>
    [scenario.id, scenario.title, scenario.prompt].map((words) => [normalizedText(words), scenario] as const),
  ).toReversed(),
);
const roleOf: ReadonlyMap<string, Role> = new Map(
  SCENARIOS.flatMap(({ roles = [] }) => roles.map((role) => [normalizedText(role.prompt), role] as const)).toReversed(),
);

/** Words in English, as they are compared. */
const sameWords = (text: string): string => normalizedText(text.length > LONGEST ? text : inEnglish(text.trim()));

/** The scenario that a person's words start, by its prompt in English or Chinese, its title or its id. */
export const scenarioStartedBy = (text: string): Scenario | undefined => scenarioOf.get(sameWords(text));

/** The scenario that words start, or the role that a sub-agent's task starts. */
export const startedBy = (text: string): Role | undefined => scenarioStartedBy(text) ?? roleOf.get(sameWords(text));
