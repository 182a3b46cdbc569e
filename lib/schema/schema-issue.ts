import { formatPath, type Segment } from './path';
import { preview } from './preview';

/**
 * One issue before it is put into words, from Zod or from our engine. A `check` issue is about degree (length, bounds,
 * pattern): the value has the right shape.
 */
export interface SchemaIssue {
  path: readonly Segment[];
  kind: 'present' | 'absent' | 'key' | 'enum' | 'type' | 'shape' | 'check' | 'other';
  expected: string;
  /** The allowed values, if they can be listed. */
  choices?: readonly unknown[];
  /** Replaces the message if `expected` says too little. */
  note?: string;
}

export const presentIssue = (path: readonly Segment[]): SchemaIssue => ({ path, kind: 'present', expected: 'present' });
export const absentIssue = (path: readonly Segment[]): SchemaIssue => ({ path, kind: 'absent', expected: 'absent' });
export const checkIssue = (path: readonly Segment[], expected: string): SchemaIssue => ({
  path,
  kind: 'check',
  expected,
});
export const keyIssue = (path: readonly Segment[]): SchemaIssue => ({ path, kind: 'key', expected: 'valid key' });
export const typeIssue = (path: readonly Segment[], expected: string): SchemaIssue => ({
  path,
  kind: 'type',
  expected,
});

export const enumIssue = (path: readonly Segment[], choices: readonly unknown[]): SchemaIssue => ({
  path,
  kind: 'enum',
  expected: `enum[${listed(choices)}]`,
  choices,
});

/** How many choices `expected` lists; it has to stay readable. */
const LISTED = 50;

function listed(choices: readonly unknown[]): string {
  const texts = choices.slice(0, LISTED).map((choice) => (typeof choice === 'string' ? choice : preview(choice)));
  return [...texts, ...(choices.length > LISTED ? ['…'] : [])].join(',');
}

/** Of several issues at one place, the first of these kinds hides the others. */
const DOMINANT = ['present', 'key', 'enum', 'type', 'shape'] as const;

/** Sorts and deduplicates issues the same way wherever they came from; of several at one place, the most telling is kept. */
export const mergeIssues = (issues: readonly SchemaIssue[]): readonly SchemaIssue[] =>
  issues.length < 2 ? issues : placedIssues(issues).map(({ issue }) => issue);

/** The merged issues, each with the text of its place. */
export function placedIssues(issues: readonly SchemaIssue[]): PlacedIssue[] {
  const places = new Map<string, SchemaIssue[]>();
  for (const issue of issues) {
    const key = formatPath(issue.path);
    const others = places.get(key);
    if (!others) places.set(key, [issue]);
    else if (!others.some((other) => other.expected === issue.expected)) others.push(issue);
  }
  const placed: PlacedIssue[] = [];
  for (const [path, all] of places) {
    const parent = formatPath(all[0]?.path.slice(0, -1) ?? []);
    for (const issue of dominant(all)) placed.push({ issue, path, parent });
  }
  return placed.sort(inOrder);
}

/** An issue with its place and the enclosing one, as texts. */
export interface PlacedIssue {
  readonly issue: SchemaIssue;
  readonly path: string;
  readonly parent: string;
}

function dominant(issues: SchemaIssue[]): SchemaIssue[] {
  if (issues.length === 1) return issues;
  for (const kind of DOMINANT) {
    const winner = issues.find((issue) => issue.kind === kind);
    if (winner) return [winner];
  }
  return issues;
}

const rank = (issue: SchemaIssue): number => (issue.kind === 'present' ? 0 : issue.kind === 'absent' ? 1 : 2);

/** Groups by enclosing object: missing fields first, then unknown ones, then wrong values. */
function inOrder(a: PlacedIssue, b: PlacedIssue): number {
  return (
    compare(a.parent, b.parent) ||
    rank(a.issue) - rank(b.issue) ||
    compare(a.path, b.path) ||
    compare(a.issue.expected, b.issue.expected)
  );
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
