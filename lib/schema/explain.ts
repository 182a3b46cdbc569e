import type { ValidationIssue } from '@/lib/protocol';

/** Issues told one by one; the rest is counted. */
const SHOWN = 20;

/** What the model is told when its arguments are refused. */
export function explain(issues: readonly ValidationIssue[]): string {
  const lines = issues
    .slice(0, SHOWN)
    .map(
      (issue, index) =>
        `${index + 1}. ${issue.path}: expected ${issue.expected}, received ${issue.received}. ${issue.message}`,
    );
  const more = issues.length > SHOWN ? [`… and ${issues.length - SHOWN} more.`] : [];
  const count = issues.length === 1 ? '1 issue' : `${issues.length} issues`;
  return [
    `The arguments are not valid (${count}), so the call was not run.`,
    ...lines,
    ...more,
    'Correct the arguments and make the call again.',
  ].join('\n');
}
