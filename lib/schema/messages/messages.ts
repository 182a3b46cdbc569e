import type { ProblemCode } from '../engine';

/** A comparison operator, as `expected` writes it. */
export type ComparisonSign = '>=' | '>' | '<=' | '<';
export type Unit = 'characters' | 'items' | 'fields';

/** Every text about an invalid call, in one language. `name` is a path in backticks. */
export interface IssueMessages {
  /** What to call the whole value where a field would be named. */
  whole: string;
  /** The schema's own message for an issue, in its author's language. */
  noted(name: string, note: string): string;
  add(name: string): string;
  youSent(sent: string, field: string): string;
  remove(name: string): string;
  didYouMean(meant: string): string;
  badKey(name: string): string;
  type(name: string, expected: string, received: string): string;
  notAsText(name: string, expected: string): string;
  wholeNumber(name: string): string;
  choose(name: string, choices: readonly string[], more: number): string;
  shape(name: string): string;
  excluded(name: string): string;
  length(name: string, sign: ComparisonSign, count: string, unit: Unit): string;
  bound(name: string, sign: ComparisonSign, limit: string): string;
  multiple(name: string, step: string): string;
  pattern(name: string, pattern: string): string;
  format(name: string, format: string): string;
  unique(name: string): string;
  contains(name: string, sign: ComparisonSign, count: string): string;
  other(name: string, expected: string): string;
  tooDeep(limit: number): string;
  tooMany(limit: number): string;
  uncheckable(reason: string): string;
  problems: Readonly<Record<ProblemCode, (detail: string) => string>>;
  /** The frame around the list of issues. */
  refused(count: number): string;
  issue(number: number, path: string, expected: string, received: string, message: string): string;
  more(count: number): string;
  correct: string;
}
