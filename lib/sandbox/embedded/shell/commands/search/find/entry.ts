import type { CommandContext, Stat } from '../../context';

/** A file that the walk reached. `start` is the argument it was found below. */
export interface FoundEntry {
  path: string;
  start: string;
  depth: number;
  stat: Stat;
}

/** State shared by the whole walk. */
export interface Walk {
  context: CommandContext;
  prune: boolean;
  quit: boolean;
  status: number;
  now: number;
  /** How many programs it has run. */
  runs: number;
}

/** A part of an expression: decides whether a file matches, and may act on it. */
export type Test = (entry: FoundEntry, walk: Walk) => boolean | Promise<boolean>;

/** Settings of the walk that the expression's options give. */
export interface Settings {
  least: number;
  most: number;
  depth: boolean;
  follow: 'never' | 'given' | 'always';
  acts: boolean;
  /** Actions to run at the end, for `-exec … +`. */
  atEnd: ((walk: Walk) => Promise<void>)[];
}

/** Thrown by `-quit`. */
export class Quit extends Error {}

/** The target of a link, or the file itself; undefined if there is none. */
export function target(context: CommandContext, path: string): Stat | undefined {
  try {
    return context.sys.stat(path);
  } catch {
    return undefined;
  }
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) || path;

/** The letters that `-type` and `%y` use. */
export const LETTERS: Readonly<Record<string, string>> = {
  directory: 'd',
  symlink: 'l',
  file: 'f',
  fifo: 'p',
  device: 'c',
};

/** `a` is the time of access, `c` that of the last change also to mode or names; any other is the modification time. */
export const askedTime = ({ atimeMs, ctimeMs, mtimeMs }: FoundEntry['stat'], letter?: string): number =>
  letter === 'a' ? atimeMs : letter === 'c' ? ctimeMs : mtimeMs;
