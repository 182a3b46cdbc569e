import { approvalCommands } from './commands/approval';
import { chooseCommands } from './commands/choose';
import type { CommandPage, GroupedCommand } from './commands/command';
import { lookAtCommands } from './commands/look-at';
import { pageCommands } from './commands/page';
import { runCommands } from './commands/run';

/** One thing a person can do, in the palette, in the list of keys, and by its key. */
export interface Command extends GroupedCommand {
  group: 'Run' | 'Approval' | 'Look at' | 'Page' | 'Choose';
}

const GROUPS: readonly [Command['group'], (page: CommandPage) => GroupedCommand[]][] = [
  ['Run', runCommands],
  ['Approval', approvalCommands],
  ['Look at', lookAtCommands],
  ['Page', pageCommands],
  ['Choose', chooseCommands],
];

/** Every command of the page, in the order they are listed. */
export const commandsOf = (page: CommandPage): Command[] =>
  GROUPS.flatMap(([group, commands]) => commands(page).map((command) => Object.assign(command, { group })));
