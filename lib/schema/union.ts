import { enumIssue, mergeIssues, type SchemaIssue } from './schema-issue';
import { formatPath, type Segment } from './path';

/**
 * The issues of a value that matches no branch of a union: those of the branch it was meant for, if that is clear, otherwise
 * one that says it matches none of n shapes.
 */
export function unionIssues(
  path: readonly Segment[],
  all: readonly (readonly SchemaIssue[])[],
): readonly SchemaIssue[] {
  const branches = all
    .map(mergeIssues)
    .filter((branch) => !branch.every((issue) => issue.kind === 'type' && issue.expected === 'null'));
  const near = branches.filter((branch) => branch.every(({ kind }) => kind === 'check' || kind === 'absent'));
  const choices = sharedChoices(branches, path);
  if (choices) return [enumIssue(path, choices)];
  const type = sharedType(branches, path);
  if (type) return [type];
  const shaped = branches.filter((branch) => !branch.some((issue) => isAt(issue, path) && isWrongKind(issue)));
  return only(branches) ?? only(near) ?? only(shaped) ?? discriminated(path, shaped) ?? [shapes(path, branches)];
}

const only = (branches: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] | undefined =>
  branches.length === 1 ? branches[0] : undefined;

const isAt = (issue: SchemaIssue, path: readonly Segment[]): boolean => issue.path.length === path.length;
const isWrongKind = (issue: SchemaIssue): boolean => issue.kind === 'type' || issue.kind === 'enum';

/** For unions with a discriminator field: the branch with the sent value, or the values it may have. */
function discriminated(
  path: readonly Segment[],
  branches: readonly (readonly SchemaIssue[])[],
): readonly SchemaIssue[] | undefined {
  if (branches.length === 0) return undefined;
  const keys = branches.map((branch) => branch.filter((issue) => isField(issue, path) && issue.kind !== 'absent'));
  const shared = (keys[0] ?? []).filter((issue) =>
    keys.every((issues) => issues.some((other) => samePlace(other, issue) && isKey(other))),
  );
  const missing = shared.filter((issue) => issuesAt(keys, issue).every(({ kind }) => kind === 'present'));
  if (missing.length === 1) return missing;
  const matching = branches.filter((_, index) => !keys[index]?.some((issue) => issue.kind === 'enum'));
  if (matching.length === 1) return matching[0];
  const [key] = shared;
  if (!key || shared.length > 1) return undefined;
  const choices = sharedChoices(
    issuesAt(keys, key).map((issue) => [issue]),
    key.path,
  );
  return choices && [enumIssue(key.path, choices)];
}

const issuesAt = (branches: readonly (readonly SchemaIssue[])[], place: SchemaIssue): SchemaIssue[] =>
  branches.flatMap((branch) => branch.filter((issue) => samePlace(issue, place)));

const isField = (issue: SchemaIssue, path: readonly Segment[]): boolean => issue.path.length === path.length + 1;
const isKey = (issue: SchemaIssue): boolean => issue.kind === 'enum' || issue.kind === 'present';
const samePlace = (a: SchemaIssue, b: SchemaIssue): boolean => formatPath(a.path) === formatPath(b.path);

/** If every branch lists its values here, all of them together. */
function sharedChoices(branches: readonly (readonly SchemaIssue[])[], path: readonly Segment[]): unknown[] | undefined {
  const lists = branches.map((branch) => branch.find((issue) => isAt(issue, path) && issue.kind === 'enum')?.choices);
  return lists.length > 0 && lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined;
}

/** If every branch expects the same type here, that type. */
function sharedType(branches: readonly (readonly SchemaIssue[])[], path: readonly Segment[]): SchemaIssue | undefined {
  const types = branches.map((branch) => branch.find((issue) => isAt(issue, path) && issue.kind === 'type'));
  const [first] = types;
  return types.every((type) => type?.expected === first?.expected) ? first : undefined;
}

function shapes(path: readonly Segment[], branches: readonly (readonly SchemaIssue[])[]): SchemaIssue {
  return { path, kind: 'shape', expected: `one of ${branches.length} shapes` };
}
