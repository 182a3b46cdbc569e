import { inEnglish } from './chinese';
import { SCENARIOS } from './registry';
import type { Role, Scenario } from './scenario';

/** Longer texts start nothing and are not compared. In characters. */
const LONGEST = 10_000;

/** Text in the form used for comparison: without case, extra white space, and final punctuation and quotes. */
export const normalizedText = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .trim()
        .toLowerCase()
        .replace(/[.!?"]+$/, '')
        .replaceAll(/\s+/g, ' ');

/** By the words that start it; if two scenarios share words, the first is used. */
const scenarioOf: ReadonlyMap<string, Scenario> = new Map(
  SCENARIOS.flatMap((scenario) =>
    [scenario.id, scenario.title, scenario.prompt].map((words) => [normalizedText(words), scenario] as const),
  ).toReversed(),
);
const roleOf: ReadonlyMap<string, Role> = new Map(
  SCENARIOS.flatMap(({ roles = [] }) => roles.map((role) => [normalizedText(role.prompt), role] as const)).toReversed(),
);

/** English text in the form used for comparison. */
const sameWords = (text: string): string => normalizedText(text.length > LONGEST ? text : inEnglish(text.trim()));

/** The scenario that a person's words start: its prompt in English or Chinese, its title or its id. */
export const scenarioStartedBy = (text: string): Scenario | undefined => scenarioOf.get(sameWords(text));

/** The scenario that the text starts, or the role that a sub-agent's task starts. */
export const startedBy = (text: string): Role | undefined => scenarioStartedBy(text) ?? roleOf.get(sameWords(text));
