'use client';

import { ChevronRight, File, Folder, FolderOpen, UserRound } from 'lucide-react';
import type { ThreadChange } from '@/lib/client/state';
import type { MouseEvent } from 'react';
import { cx } from '../../elements/cx';
import { changeMark } from '../../elements/who-changed';
import { useText } from '../../messages/use-text';
import type { FileRow } from './tree';

const indent = (depth: number) => ({ paddingLeft: 4 + depth * 12 });
const LOOK = 'flex h-[22px] cursor-default items-center gap-1.5 rounded-md pr-1.5 select-none';

/** A file or folder in the tree. */
export function FileRowView(props: {
  row: FileRow;
  change: ThreadChange | undefined;
  active: boolean;
  tabStop: boolean;
  /** Dragged files would be dropped into it. */
  target: boolean;
  onClick: () => void;
  onDoubleClick: () => void;
  onContextMenu: (event: MouseEvent) => void;
}) {
  const { row, change, active, tabStop, target, onClick, onDoubleClick, onContextMenu } = props;
  const text = useText('project');
  const mark = change && changeMark(change);
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.type === 'directory' ? row.open : undefined}
      aria-selected={active}
      aria-label={mark ? `${row.name}, ${mark.words}` : row.name}
      data-path={row.path}
      data-pane-focus={tabStop ? '' : undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
      style={indent(row.depth)}
      className={cx(
        LOOK,
        'hover:bg-hover',
        active ? 'bg-raised text-text' : 'text-dim',
        target && 'outline outline-accent',
      )}
    >
      <RowIcon type={row.type} open={row.open} />
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
}

/** A field for the name of a file or folder. Enter or leaving the field accepts the name, Escape cancels. */
export function NameField(props: {
  depth: number;
  type: FileRow['type'];
  name: string;
  onName: (name: string | undefined) => void;
}) {
  const { depth, type, name, onName } = props;
  const text = useText('project');
  const end = name.lastIndexOf('.');
  return (
    // A tree may contain only tree items.
    <div role="treeitem" aria-level={depth + 1} aria-label={text('name')} className={LOOK} style={indent(depth)}>
      <RowIcon type={type} open={false} />
      <input
        autoFocus
        aria-label={text('name')}
        defaultValue={name}
        spellCheck={false}
        className="h-5 min-w-0 flex-1 rounded border border-accent bg-bg px-1 text-text outline-none"
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, end > 0 ? end : name.length)}
        onBlur={({ currentTarget }) => onName(currentTarget.value.trim() || undefined)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape') return;
          event.currentTarget.value = '';
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}

function RowIcon({ type, open }: Pick<FileRow, 'type' | 'open'>) {
  const Icon = type !== 'directory' ? File : open ? FolderOpen : Folder;
  return (
    <>
      <ChevronRight
        aria-hidden
        size={12}
        className={cx('shrink-0 text-faint', type !== 'directory' && 'invisible', open && 'rotate-90')}
      />
      <Icon aria-hidden size={13} className="shrink-0 text-faint" />
    </>
  );
}
