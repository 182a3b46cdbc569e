'use client';

import { ChevronRight, File, Folder, FolderOpen, UserRound } from 'lucide-react';
import type { ThreadChange } from '@/lib/client/state';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../elements/cx';
import { shortPath } from '../../elements/format';
import { changeMark } from '../../elements/who-changed';
import { useText } from '../../messages/use-text';
import { useSandbox, useUi } from '../../state/page-context';
import { fileTab } from '../../state/ui';
import { moveTo, treeRows, type FileRow } from './tree';
import { useFolders } from './use-folders';

/** The project's files. Arrow keys move, Enter opens; a second click keeps the file open. */
export default function FileTree({ changed }: { changed: ReadonlyMap<string, ThreadChange> }) {
  const text = useText('files');
  const sandbox = useSandbox();
  const root = sandbox?.workdir ?? '/';
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([`${root}/src`, `${root}/test`]));
  const [focused, setFocused] = useState<string | null>(null);
  const [seen, setSeen] = useState(changed);
  if (seen !== changed) {
    // What has just come into a folder is shown.
    const come = [...changed].filter(([path, { change }]) => change === 'create' && !seen.has(path));
    setSeen(changed);
    if (come.length > 0) setOpen(new Set([...open, ...come.flatMap(([path]) => foldersOf(root, path))]));
  }
  const folders = useFolders(sandbox, open);
  const rows = useMemo(() => treeRows(root, folders, open), [root, folders, open]);
  const list = useRef<HTMLDivElement>(null);
  const openTab = useUi((ui) => ui.openTab);
  const active = useUi((ui) => ui.tabs.find(({ id }) => id === ui.activeTab)?.path);

  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  const activate = (row: FileRow): void => {
    setFocused(row.path);
    if (row.type === 'directory') toggle(row.path);
    else openTab(fileTab(row.path), true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = Math.max(
      0,
      rows.findIndex(({ path }) => path === focused),
    );
    const row = rows[index];
    if (!row) return;
    if (event.key === 'Enter' || event.key === ' ') activate(row);
    else if (event.key === 'ArrowRight' && row.type === 'directory' && !row.open) toggle(row.path);
    else if (event.key === 'ArrowLeft' && row.open) toggle(row.path);
    else {
      const next = moveTo(rows, index, event.key);
      if (next === undefined) return;
      setFocused(rows[next]?.path ?? null);
      list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[next]?.focus();
    }
    event.preventDefault();
  };

  if (rows.length === 0) return <p className="px-3 text-xs text-dim">{text('mount')}</p>;
  const tabStop = rows.some(({ path }) => path === focused) ? focused : rows[0]?.path;
  return (
    <div
      ref={list}
      tabIndex={-1}
      role="tree"
      aria-label={text('tree')}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2 font-mono text-xs"
    >
      {rows.map((row) => {
        const change = changed.get(shortPath(row.path, root));
        const mark = change && changeMark(change);
        return (
          <div
            key={row.path}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-expanded={row.type === 'directory' ? row.open : undefined}
            aria-selected={row.path === active}
            aria-label={mark ? `${row.name}, ${mark.words}` : row.name}
            data-pane-focus={row.path === tabStop ? '' : undefined}
            tabIndex={row.path === tabStop ? 0 : -1}
            onClick={() => activate(row)}
            onDoubleClick={() => row.type !== 'directory' && openTab(fileTab(row.path))}
            style={{ paddingLeft: 4 + row.depth * 12 }}
            className={cx(
              'flex h-[22px] cursor-default items-center gap-1.5 rounded-md pr-1.5 select-none hover:bg-hover',
              row.path === active ? 'bg-raised text-text' : 'text-dim',
            )}
          >
            <RowIcon row={row} />
            <span className="min-w-0 flex-1 truncate">{row.name}</span>
            {mark && (
              <span
                className="flex items-center gap-1 font-semibold text-text"
                title={text('inThread', { words: mark.words })}
              >
                {change.saves !== undefined && <UserRound aria-hidden size={11} className="text-faint" />}
                {mark.letter}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

function RowIcon({ row }: { row: FileRow }) {
  const Icon = row.type !== 'directory' ? File : row.open ? FolderOpen : Folder;
  return (
    <>
      <ChevronRight
        aria-hidden
        size={12}
        className={cx('shrink-0 text-faint', row.type !== 'directory' && 'invisible', row.open && 'rotate-90')}
      />
      <Icon aria-hidden size={13} className="shrink-0 text-faint" />
    </>
  );
}

/** The folders that a path below the root is in. */
const foldersOf = (root: string, path: string): string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => [root, ...names.slice(0, index + 1)].join('/'));
};
