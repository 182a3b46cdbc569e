'use client';

import type { RepositoryView as Seen } from '@/lib/ports';
import { ownValue } from '@/lib/protocol/own-value';
import type { ReactNode } from 'react';
import { cx } from '../../../elements/cx';
import { timeOf } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import type { Text } from '../../../messages/text';
import { useLocale, useText } from '../../../messages/use-text';
import { useRepository } from './use-repository';

/** The project's git repository: its changes, branches and worktrees, and its latest commits. */
export default function RepositoryView() {
  const [text, locale] = [useText('storeViews'), useLocale()];
  const { view, issue } = useRepository();
  if (issue !== undefined) return <EmptyNote>{text('repositoryFault', { issue })}</EmptyNote>;
  if (!view) {
    return <EmptyNote>{text.rich('repositoryNone', TAGS)}</EmptyNote>;
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-2" tabIndex={0}>
      <Changes view={view} />
      <Section title={text('branches')} count={text('branchesCount', { count: view.branches.length })}>
        {view.branches.map((name) => (
          <Line key={name} mark={name === view.branch ? '*' : ''} name={name} note={noteOf(view, name, text)} />
        ))}
      </Section>
      {view.worktrees.length > 0 && (
        <Section title={text('worktrees')} count={text('worktreesCount', { count: view.worktrees.length })}>
          {view.worktrees.map(({ name, path, branch }) => (
            <Line key={path} name={name} note={text('worktreeAt', { branch, path })} />
          ))}
        </Section>
      )}
      <Section title={text('commits')} count={text('commitsCount', { count: view.commits.length })}>
        {view.commits.map(({ id, subject, author, at }) => (
          <Line key={id} mark={id} name={subject} note={text('commitBy', { author, time: timeOf(at, locale) })} />
        ))}
      </Section>
    </div>
  );
}

const LABELS = { A: 'added', M: 'modified', D: 'deleted', U: 'conflict', '?': 'untracked' } as const;

/** The meaning of a change's two letters: `modified, staged`. */
function wordsOf(code: string, text: Text<'storeViews'>): string {
  const [index = ' ', work = ' '] = code;
  const said = (letter: string): string => {
    const known = ownValue(LABELS, letter);
    return known ? text(known) : letter;
  };
  if (index === '?' || index === 'U' || index === ' ') return said(index === ' ' ? work : index);
  const staged = text('staged', { what: said(index) });
  return work === ' ' ? staged : text('thenAgain', { staged, work: said(work) });
}

function Changes({ view: { branch, changes } }: { view: Seen }) {
  const text = useText('storeViews');
  return (
    <Section
      title={branch === undefined ? text('noBranch') : text('onBranch', { name: branch })}
      count={changes.length === 0 ? text('clean') : text('changesCount', { count: changes.length })}
    >
      {changes.map(({ path, code }) => (
        <Line key={path + code} mark={code} name={path} note={wordsOf(code, text)} />
      ))}
    </Section>
  );
}

function noteOf({ branch, worktrees }: Seen, name: string, text: Text<'storeViews'>): string {
  if (name === branch) return text('checkedOut');
  const elsewhere = worktrees.find((worktree) => worktree.branch === name);
  return elsewhere ? text('checkedOutIn', { name: elsewhere.name }) : '';
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
