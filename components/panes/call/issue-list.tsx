import type { ReactNode } from 'react';
import type { ValidationIssue } from '@/lib/protocol';
import { InlineCode } from '../../elements/inline-code';
import type { Text } from '../../messages/text';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';

/** The issues of one call: where each is, what was expected, what was received, how to fix it. */
export function IssueList({ issues }: { issues: readonly ValidationIssue[] }) {
  const [text, said] = [useText('call'), useSaid('failure')];
  return (
    <ol className="grid gap-2.5" aria-label={text('issuesOf')}>
      {issues.map((issue, index) => (
        <li key={index} className="grid gap-0.5 border-l-2 border-bad pl-2.5">
          <code className="text-xs font-medium break-words">{issue.path}</code>
          <p className="font-mono text-2xs break-words text-dim">
            {differenceOf({ ...issue, expected: said(issue.expected) }, text)}
          </p>
          <p className="break-words">
            <InlineCode text={said(issue.message)} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function differenceOf({ expected, received }: ValidationIssue, text: Text<'call'>): ReactNode {
  if (expected === 'present' && received === 'nothing') return text('missing');
  if (expected === 'absent') return text.rich('unknown', { received, v: value });
  return text.rich('mismatch', { expected, received, v: value });
}

const value = (chunks: ReactNode) => <span className="text-text">{chunks}</span>;
