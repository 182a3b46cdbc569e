'use client';

import type { RepositoryView as Seen } from '@/lib/ports';
import type { ReactNode } from 'react';
import { cx } from '../../../elements/cx';
import { plural } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useRepository } from './use-repository';

/** The git repository of the project: what differs, its branches and worktrees, and its last commits. */
export default function RepositoryView() {
  const { view, issue } = useRepository();
  if (issue !== undefined) return <EmptyNote>The repository cannot be read: {issue}</EmptyNote>;
  if (!view) {
    return (
      <EmptyNote>
        There is no git repository. <code>git init</code> in the terminal makes one, and so does an agent that enters a
        worktree.
      </EmptyNote>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-2" tabIndex={0}>
      <Changes view={view} />
      <Section title="Branches" count={plural(view.branches.length, 'branch', 'branches')}>
        {view.branches.map((name) => (
          <Line key={name} mark={name === view.branch ? '*' : ''} name={name} note={noteOf(view, name)} />
        ))}
      </Section>
      {view.worktrees.length > 0 && (
        <Section title="Worktrees" count={plural(view.worktrees.length, 'worktree')}>
          {view.worktrees.map(({ name, path, branch }) => (
            <Line key={path} name={name} note={`${branch} in ${path}`} />
          ))}
        </Section>
      )}
      <Section title="Last commits" count={plural(view.commits.length, 'commit')}>
        {view.commits.map(({ id, subject, author, at }) => (
          <Line key={id} mark={id} name={subject} note={`${author}, ${new Date(at).toLocaleString()}`} />
        ))}
      </Section>
    </div>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  U: 'in conflict',
  '?': 'unknown to git',
};

/** What the two letters of a change say: `modified, staged`. */
function wordsOf(code: string): string {
  const [index = ' ', work = ' '] = code;
  if (index === '?' || index === 'U') return LABELS[index] ?? code;
  const parts = [index === ' ' ? '' : `${LABELS[index]}, staged`, work === ' ' ? '' : `${LABELS[work]}`];
  return parts.filter(Boolean).join('; then ');
}

function Changes({ view: { branch, changes } }: { view: Seen }) {
  return (
    <Section
      title={branch === undefined ? 'On no branch' : `On ${branch}`}
      count={changes.length === 0 ? 'nothing to commit' : plural(changes.length, 'change')}
    >
      {changes.map(({ path, code }) => (
        <Line key={path + code} mark={code} name={path} note={wordsOf(code)} />
      ))}
    </Section>
  );
}

function noteOf({ branch, worktrees }: Seen, name: string): string {
  if (name === branch) return 'checked out here';
  const elsewhere = worktrees.find((worktree) => worktree.branch === name);
  return elsewhere ? `checked out in ${elsewhere.name}` : '';
}

function Section({ title, count, children }: { title: string; count: string; children: ReactNode }) {
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{count}</span>}>{title}</PaneTitle>
      <ul aria-label={title}>{children}</ul>
    </>
  );
}

function Line({ mark, name, note }: { mark?: string; name: string; note: string }) {
  return (
    <li className="flex items-baseline gap-2 px-3 py-0.5 hover:bg-hover">
      {mark !== undefined && (
        <code className={cx('shrink-0 text-2xs whitespace-pre text-faint', mark.length < 7 && 'w-4')}>{mark}</code>
      )}
      <span className="min-w-0 truncate font-mono text-xs" title={name}>
        {name}
      </span>
      <span className="min-w-0 flex-1 truncate text-right text-2xs text-faint" title={note}>
        {note}
      </span>
    </li>
  );
}
