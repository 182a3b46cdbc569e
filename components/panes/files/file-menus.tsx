'use client';

import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useRef, type ReactElement, type Ref } from 'react';
import { useText } from '../../messages/use-text';
import { useUi } from '../../state/page-context';
import { PROJECT_COMMANDS, type ProjectCommand } from '../../state/project-commands';
import type { FileActions } from './use-file-actions';
import type { FileRow } from './tree';

interface MenuEntry {
  readonly title: string;
  readonly keys?: string;
  readonly danger?: boolean;
  /** A separator goes before it. */
  readonly apart?: boolean;
  readonly run: () => void;
}

const APART: ReadonlySet<ProjectCommand> = new Set(['addFiles', 'downloadAll']);

/** Menus open within this landmark: screen readers offer what stands outside of all of them last. */
const main = (): HTMLElement | null => document.querySelector('main');

/** Above the lines between the panels. */
const LAYER = 'z-50';

const POPUP =
  'min-w-44 rounded-lg border border-line-strong bg-panel py-1 text-sm text-text shadow-[var(--shadow)] outline-none';

/** The tree with its context menu. `row` is undefined if the click hit no file. */
export function TreeMenu(props: { actions: FileActions; row: FileRow | undefined; children: ReactElement }) {
  const { actions, row, children } = props;
  const text = useText('project');
  const add: MenuEntry[] = [
    { title: text('newFile'), run: () => actions.begin('file', row) },
    { title: text('newFolder'), run: () => actions.begin('directory', row) },
  ];
  const own: MenuEntry[] = row
    ? [
        { title: text('rename'), keys: 'F2', apart: true, run: () => actions.rename(row) },
        { title: text('delete'), keys: 'Del', danger: true, run: () => actions.remove(row) },
        { title: text('copyPath'), apart: true, run: () => actions.copyPath(row) },
        { title: text('download'), run: () => actions.download(row) },
      ]
    : [{ title: text('downloadAll'), apart: true, run: () => actions.download() }];
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={children} />
      <ContextMenu.Portal container={main()}>
        <ContextMenu.Positioner className={LAYER}>
          <ContextMenu.Popup className={POPUP}>
            <Entries
              entries={[...add, ...own, { title: text('openTerminal'), run: () => actions.openTerminal(row) }]}
            />
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** The menu of the whole project: create files, bring files in, download them. The palette has the same commands. */
export function ProjectMenu({ actions }: { actions: FileActions }) {
  const text = useText('project');
  const [files, folder, zip] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  const run: Record<ProjectCommand, () => void> = {
    newFile: () => actions.begin('file'),
    newFolder: () => actions.begin('directory'),
    addFiles: () => files.current?.click(),
    openFolder: () => folder.current?.click(),
    openZip: () => zip.current?.click(),
    openRepository: actions.askForRepository,
    downloadAll: () => actions.download(),
  };
  const entries = PROJECT_COMMANDS.map((id): MenuEntry => ({ title: text(id), apart: APART.has(id), run: run[id] }));
  const asked = useUi((ui) => ui.projectCommand);
  const askOfProject = useUi((ui) => ui.askOfProject);
  const begin = useEffectEvent((command: ProjectCommand) => run[command]());
  useEffect(() => {
    if (asked === null) return;
    askOfProject(null);
    begin(asked);
  }, [asked, askOfProject]);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={text('more')}
          title={text('more')}
          className="inline-flex size-5 items-center justify-center rounded-md text-dim hover:bg-hover hover:text-text"
        >
          <Ellipsis aria-hidden size={13} />
        </Menu.Trigger>
        <Menu.Portal container={main()}>
          <Menu.Positioner align="end" className={LAYER}>
            <Menu.Popup className={POPUP}>
              <Entries entries={entries} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <FilesInput ref={files} label={text('addFiles')} multiple onFiles={(chosen) => void actions.add(chosen)} />
      <FilesInput ref={folder} label={text('openFolder')} folder onFiles={(chosen) => void actions.open(chosen)} />
      <FilesInput ref={zip} label={text('openZip')} accept=".zip" onFiles={(chosen) => void actions.open(chosen)} />
    </>
  );
}

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map(({ title, keys, danger = false, apart = false, run }) => (
    <Fragment key={title}>
      {apart && <Menu.Separator className="my-1 h-px bg-line" />}
      <Menu.Item
        onClick={run}
        className={`flex cursor-default items-center gap-6 px-3 py-1 outline-none data-highlighted:bg-hover ${danger ? 'text-bad' : ''}`}
      >
        <span className="flex-1">{title}</span>
        {keys !== undefined && <kbd className="text-xs text-faint">{keys}</kbd>}
      </Menu.Item>
    </Fragment>
  ));
}

/** A hidden input that opens the browser's file dialog. */
function FilesInput(props: {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept?: string;
  multiple?: boolean;
  /** Chooses a whole folder with its contents. */
  folder?: boolean;
  onFiles: (files: FileList) => void;
}) {
  const { label, folder = false, onFiles, ...rest } = props;
  return (
    <input
      {...rest}
      {...(folder && { webkitdirectory: '' })}
      type="file"
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        if (currentTarget.files?.length) onFiles(currentTarget.files);
        // Lets the same files be chosen again.
        currentTarget.value = '';
      }}
    />
  );
}
