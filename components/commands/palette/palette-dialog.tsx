'use client';

import { Command } from 'cmdk';
import { Dialog } from '../../elements/dialog';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import type { PaletteCommand as PageCommand } from '../commands-of';
import { chordLabel } from '../../state/keys';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { useCommands } from '../use-shortcuts';
import { useMac } from '../../state/use-mac';
import { useSearch } from '../../state/early-search';
import { groupBy } from '@/lib/protocol/group-by';
import { useFileItems } from './file-items';
import type { PaletteItem } from './item';
import { rank } from './rank';
import { useToolItems } from './tool-items';
import { useLaterCommands } from './use-later-commands';

/** The most matches shown. */
const MOST = 60;

/** The style of group headings. */
const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-faint';

/** The commands that are enabled in the present state. */
function useGivable(): readonly PageCommand[] {
  const commands = [...useCommands(), ...useLaterCommands()];
  const { client } = usePage();
  // As one string, so that the palette renders again only when the enabled commands change.
  useClientState((state) => commands.map((command) => command.enabled(state)).join());
  const state = client.store.getState();
  return commands.filter((command) => command.id !== 'palette' && command.enabled(state));
}

/** All commands that are enabled now, each with its key. */
export default function PaletteDialog() {
  const text = useText('palette');
  const mac = useMac();
  const [search, setSearch] = useSearch();
  const openDialog = useUi((ui) => ui.openDialog);
  const [tools, files] = [useToolItems(), useFileItems()];
  const commands = useGivable();

  const give = (command: PageCommand): void => {
    openDialog(null);
    // The dialog returns the focus first; a command may want to move it elsewhere.
    requestAnimationFrame(() => command.run());
  };

  const itemOf = (command: PageCommand): PaletteItem => ({
    value: command.id,
    keywords: [command.title, command.group],
    onSelect: () => give(command),
    children: (
      <>
        <span className="flex-1">{command.title}</span>
        {command.keys[0] && <Kbd>{chordLabel(command.keys[0], mac)}</Kbd>}
      </>
    ),
  });
  const line = ({ value, onSelect, children }: PaletteItem) => (
    <Command.Item
      key={value}
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 items-center gap-2 rounded-md px-2.5 py-1 data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  );
  const found = [...commands.map(itemOf), ...tools, ...files]
    .map((item) => ({ item, score: rank(search, item.keywords) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);

  return (
    <Dialog title={text('title')} bare onClose={() => openDialog(null)}>
      <Command label={text('title')} className="flex min-h-0 flex-col" shouldFilter={false} loop>
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder={text('placeholder')}
          className="h-11 shrink-0 border-b border-line bg-transparent px-4 text-md outline-none placeholder:text-faint focus-visible:border-accent"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-4 text-dim">{text('none')}</Command.Empty>
          {search.trim() === ''
            ? [...groupBy(commands, ({ group }) => group)].map(([group, own]) => (
                <Command.Group key={group} heading={group} className={GROUP}>
                  {own.map(itemOf).map(line)}
                </Command.Group>
              ))
            : found.map(({ item }) => line(item))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
