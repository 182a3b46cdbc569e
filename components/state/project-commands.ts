import type { Messages } from '../messages/catalogues';

/** What can be done with the project as a whole, in the order of the Files menu and the palette. */
export const PROJECT_COMMANDS = [
  'newFile',
  'newFolder',
  'addFiles',
  'openFolder',
  'openZip',
  'openRepository',
  'downloadAll',
] as const satisfies readonly (keyof Messages['project'])[];

export type ProjectCommand = (typeof PROJECT_COMMANDS)[number];
