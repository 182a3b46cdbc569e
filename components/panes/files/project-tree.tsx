'use client';

import type { ThreadChange } from '@/lib/client/state';
import {
  Fragment,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { cx } from '../../elements/cx';
import { shortPath } from '../../elements/format';
import { useText } from '../../messages/use-text';
import { revealPane } from '../../state/focus-pane';
import { useSandbox, useUi } from '../../state/page-context';
import { fileTab } from '../../state/ui';
import { TreeMenu } from './file-menus';
import { FileRowView, NameField } from './file-row';
import { moveTo, treeRows, type FileRow } from './tree';
import { folderOf, type FileActions } from './use-file-actions';
import { useFolders } from './use-folders';

/**
 * The project's files. Arrow keys move, Enter opens, F2 renames, Delete deletes; a second click keeps the file open. Files can
 * be dropped on it from outside.
 */
export function ProjectTree(props: { changed: ReadonlyMap<string, ThreadChange>; actions: FileActions }) {
  const { changed, actions } = props;
  const { edit } = actions;
  const text = useText('project');
  const sandbox = useSandbox();
  const root = sandbox?.workdir ?? '/';
  const [open, toggle] = useOpenFolders(root, changed, edit);
  const [focused, setFocused] = useState<string | null>(null);
  const [asked, setAsked] = useState<FileRow>();
  const folders = useFolders(sandbox, open);
  const rows = useMemo(() => treeRows(root, folders, open), [root, folders, open]);
  const [target, drag] = useDropTarget(root, rows, actions);
  const list = useRef<HTMLDivElement>(null);
  const openTab = useUi((ui) => ui.openTab);
  const active = useUi((ui) => ui.tabs.find(({ id }) => id === ui.activeTab)?.path);

  useReturnToTree(list, edit !== undefined);

  const activate = (row: FileRow): void => {
    setFocused(row.path);
    if (row.type === 'directory') toggle(row.path);
    else {
      openTab(fileTab(row.path), true);
      revealPane('Editor');
    }
  };
  const onKeyDown = (event: KeyboardEvent): void =>
    pressKey(event, { rows, focused, activate, toggle, actions }, (index) => {
      setFocused(rows[index]?.path ?? null);
      list.current?.querySelectorAll<HTMLElement>('[data-path]')[index]?.focus();
    });

  const tabStop = rows.some(({ path }) => path === focused) ? focused : rows[0]?.path;
  const isNew = edit && edit.path === undefined;
  const nameField = (depth: number, name = '') =>
    edit && <NameField depth={depth} type={edit.type} name={name} onName={(typed) => void actions.takeName(typed)} />;
  return (
    <TreeMenu actions={actions} row={asked}>
      <div
        ref={list}
        tabIndex={-1}
        role="tree"
        aria-label={text('tree')}
        onKeyDown={onKeyDown}
        onContextMenuCapture={() => setAsked(undefined)}
        {...drag}
        className={cx(
          'min-h-0 flex-1 overflow-y-auto px-1.5 pb-2 font-mono text-xs',
          target === root && 'outline -outline-offset-1 outline-accent',
        )}
      >
        {isNew && edit.folder === root && nameField(0)}
        {/* Not a paragraph: a tree has items only. */}
        {rows.length === 0 && !edit && <div className="px-1.5 font-sans text-dim">{text('mount')}</div>}
        {rows.map((row) => (
          <Fragment key={row.path}>
            {edit?.path === row.path ? (
              nameField(row.depth, row.name)
            ) : (
              <FileRowView
                row={row}
                change={changed.get(shortPath(row.path, root))}
                active={row.path === active}
                tabStop={row.path === tabStop}
                target={row.path === target}
                onClick={() => activate(row)}
                onDoubleClick={() => row.type !== 'directory' && openTab(fileTab(row.path))}
                onContextMenu={() => {
                  setFocused(row.path);
                  setAsked(row);
                }}
              />
            )}
            {isNew && edit.folder === row.path && nameField(row.depth + 1)}
          </Fragment>
        ))}
      </div>
    </TreeMenu>
  );
}

/** The open folders, and what opens or closes one. Those of files that are created open by themselves. */
function useOpenFolders(
  root: string,
  changed: ReadonlyMap<string, ThreadChange>,
  edit: FileActions['edit'],
): [ReadonlySet<string>, (path: string) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([`${root}/src`, `${root}/test`]));
  /** Empty at first: the tree loads late, so files may have been created by then. */
  const [seen, setSeen] = useState<{ changed?: typeof changed; edit?: typeof edit }>({});
  if (seen.changed !== changed || seen.edit !== edit) {
    // Opens the folders of newly created files, and the one in which a name is being typed.
    const come = [...changed].filter(([path, { change }]) => change === 'create' && !seen.changed?.has(path));
    const shown = come.flatMap(([path]) => foldersOf(root, path));
    setSeen({ changed, edit });
    if (edit && edit.folder !== root) shown.push(edit.folder);
    if (shown.length > 0) setOpen(new Set([...open, ...shown]));
  }
  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return [open, toggle];
}

interface Keys {
  rows: readonly FileRow[];
  focused: string | null;
  activate: (row: FileRow) => void;
  toggle: (path: string) => void;
  actions: FileActions;
}

/** Handles a key of the tree. `move` gets the row that the focus moves to. */
function pressKey(event: KeyboardEvent, keys: Keys, move: (index: number) => void): void {
  const { rows, focused } = keys;
  const at = event.target instanceof HTMLElement ? event.target.dataset.path : undefined;
  const found = rows.findIndex(({ path }) => path === (at ?? focused));
  const index = Math.max(0, found);
  const row = rows[index];
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = moveTo(rows, index, event.key);
  if (!pressed(event.key, row, keys)) {
    if (next === undefined) return;
    move(next);
  }
  event.preventDefault();
}

/** Does what a key does to a row; false if it does nothing to this one. */
function pressed(key: string, row: FileRow, { activate, toggle, actions }: Keys): boolean {
  if (key === 'Enter' || key === ' ') activate(row);
  else if (key === 'F2') actions.rename(row);
  else if (key === 'Delete') actions.remove(row);
  else if (key === 'ArrowRight' && row.type === 'directory' && !row.open) toggle(row.path);
  else if (key === 'ArrowLeft' && row.open) toggle(row.path);
  else return false;
  return true;
}

/** The folder that files from outside would be dropped into, and the tree's drag handlers. */
function useDropTarget(root: string, rows: readonly FileRow[], actions: FileActions) {
  const [target, setTarget] = useState<string>();
  const folderUnder = ({ target: element }: DragEvent): string => {
    const path = element instanceof Element && element.closest<HTMLElement>('[data-path]')?.dataset.path;
    const row = rows.find((one) => one.path === path);
    return row ? folderOf(row) : root;
  };
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setTarget(folderUnder(event));
    },
    onDragLeave: () => setTarget(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setTarget(undefined);
      void actions.drop(event.dataTransfer, folderUnder(event));
    },
  };
  return [target, drag] as const;
}

/** The folders between the root and a path. */
const foldersOf = (root: string, path: string): string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => [root, ...names.slice(0, index + 1)].join('/'));
};

/** Returns the focus to the tree when a name has been typed, or is not wanted, unless something else has taken it. */
function useReturnToTree(list: RefObject<HTMLElement | null>, naming: boolean): void {
  useEffect(() => {
    const tree = list.current;
    if (!naming) return undefined;
    return () => {
      if (document.activeElement === document.body) tree?.querySelector<HTMLElement>('[data-pane-focus]')?.focus();
    };
  }, [list, naming]);
}
