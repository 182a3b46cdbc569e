import type { SchemaIssue } from './schema-issue';
import type { IssueMessages, ComparisonSign } from './messages';
import { nearest } from './nearest';
import { formatPath, type Segment } from './path';

/** The context of an issue that helps to say how to fix it. */
export interface Surroundings {
  value: unknown;
  /** Unknown fields sent in the same object. */
  unknown: readonly string[];
  /** Known fields of the same object that were not sent. */
  unsent: readonly string[];
}

/** How to fix one issue, as a sentence for the model. */
export function fixFor(issue: SchemaIssue, around: Surroundings, say: IssueMessages): string {
  const name = nameOf(issue.path, say);
  if (issue.note) return say.noted(name, issue.note);
  const field = String(issue.path.at(-1) ?? '');
  switch (issue.kind) {
    case 'present': {
      const sent = nearest(field, around.unknown);
      return say.add(name) + (sent === undefined ? '' : say.youSent(sent, field));
    }
    case 'absent': {
      const meant = nearest(field, around.unsent);
      if (issue.path.length === 0) return say.excluded(name);
      return say.remove(name) + (meant === undefined ? '' : say.didYouMean(meant));
    }
    case 'key':
      return say.badKey(name);
    case 'type':
      return typeSentence(name, issue.expected, around.value, say);
    case 'enum':
      return choiceSentence(name, issue.choices ?? [], around.value, say);
    case 'shape':
      return say.shape(name);
    case 'other':
      return say.excluded(name);
    default:
      return checkSentence(name, issue.expected, around.value, say);
  }
}

function nameOf(path: readonly Segment[], say: IssueMessages): string {
  const [only] = path;
  if (path.length === 0) return say.whole;
  return `\`${path.length === 1 && typeof only === 'string' ? only : formatPath(path)}\``;
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

function typeSentence(name: string, expected: string, value: unknown, say: IssueMessages): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && /array|object/.test(expected)) {
    return say.notAsText(name, expected);
  }
  if (expected === 'integer' && typeof value === 'number') return say.wholeNumber(name);
  return say.type(name, expected, typeName(value));
}

/** How many choices are listed; the rest are only counted. */
const SHOWN = 20;

function choiceSentence(name: string, choices: readonly unknown[], value: unknown, say: IssueMessages): string {
  const shown = choices.slice(0, SHOWN).map((choice) => `\`${textOf(choice)}\``);
  const words = choices.filter((choice) => typeof choice === 'string');
  const meant = typeof value === 'string' ? nearest(value, words) : undefined;
  const hint = meant === undefined || choices.length < 2 ? '' : say.didYouMean(meant);
  return say.choose(name, shown, choices.length - shown.length) + hint;
}

const textOf = (choice: unknown): string => (typeof choice === 'string' ? choice : (JSON.stringify(choice) ?? 'null'));

function checkSentence(name: string, expected: string, value: unknown, say: IssueMessages): string {
  const [, subject = '', sign = '', count = ''] =
    /^(?:(length|fields|contains) )?(>=|>|<=|<) (.*)$/.exec(expected) ?? [];
  if (isSign(sign)) {
    if (subject === 'contains') return say.contains(name, sign, count);
    if (subject === 'fields') return say.length(name, sign, count, 'fields');
    if (subject === 'length') return say.length(name, sign, count, Array.isArray(value) ? 'items' : 'characters');
    return say.bound(name, sign, count);
  }
  if (expected.startsWith('multiple of ')) return say.multiple(name, expected.slice(12));
  if (expected.startsWith('pattern ')) return say.pattern(name, expected.slice(8));
  if (expected.startsWith('format ')) return say.format(name, expected.slice(7));
  if (expected === 'unique items') return say.unique(name);
  return say.other(name, expected);
}

const isSign = (text: string): text is ComparisonSign => ['>=', '>', '<=', '<'].includes(text);
