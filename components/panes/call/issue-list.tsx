import type { ValidationIssue } from '@/lib/protocol';
import { InlineCode } from '../../elements/inline-code';

/** The issues of one call: where, what was wanted, what came, how to mend it. */
export function IssueList({ issues }: { issues: readonly ValidationIssue[] }) {
  return (
    <ol className="grid gap-2.5" aria-label="Issues of this call">
      {issues.map((issue, index) => (
        <li key={index} className="grid gap-0.5 border-l-2 border-bad pl-2.5">
          <code className="text-xs font-medium break-words">{issue.path}</code>
          <p className="font-mono text-2xs break-words text-dim">
            expected <span className="text-text">{issue.expected}</span> · received{' '}
            <span className="text-text">{issue.received}</span>
          </p>
          <p className="break-words">
            <InlineCode text={issue.message} />
          </p>
        </li>
      ))}
    </ol>
  );
}
