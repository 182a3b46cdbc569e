import { SCENARIOS } from './registry';
import type { Role, Scenario } from './scenario';

/** Words as they are compared: case, quotes at the end and white space say nothing. */
export const plainText = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!?"]+$/, '')
    .replaceAll(/\s+/g, ' ');

/** The scenario that a person's words start, by its prompt, title or id. */
export const scenarioStartedBy = (text: string): Scenario | undefined =>
  SCENARIOS.find(({ id, title, prompt }) => [id, title, prompt].some((words) => plainText(words) === plainText(text)));

/** The scenario that words start, or the role that a sub-agent's task starts. */
export const startedBy = (text: string): Role | undefined =>
  scenarioStartedBy(text) ??
  SCENARIOS.flatMap(({ roles = [] }) => roles).find(({ prompt }) => plainText(prompt) === plainText(text));
