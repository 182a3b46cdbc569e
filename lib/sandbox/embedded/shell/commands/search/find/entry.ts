import type { CommandContext } from '../../context';

/** What the kernel says of a file. */
export type Stat = ReturnType<CommandContext['sys']['stat']>;

/** A file that the walk came to. `start` is the argument below which it is. */
export interface Entry {
  path: string;
  start: string;
  depth: number;
  stat: Stat;
}

/** What the whole walk shares. */
export interface Walk {
  context: CommandContext;
  prune: boolean;
  quit: boolean;
  status: number;
  now: number;
}

/** Part of an expression: whether a file fits, with what it does on the way. */
export type Test = (entry: Entry, walk: Walk) => boolean | Promise<boolean>;

/** What options of the expression say of the walk. */
export interface Settings {
  least: number;
  most: number;
  depth: boolean;
  follow: 'never' | 'given' | 'always';
  acts: boolean;
  /** What runs at the end: `-exec … +`. */
  atEnd: ((walk: Walk) => Promise<void>)[];
}

/** Thrown when `-quit` was reached. */
export class Quit extends Error {}

/** What a link leads to, or the file itself; undefined where there is nothing. */
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
export const LETTERS: Readonly<Record<string, string>> = { directory: 'd', symlink: 'l', file: 'f' };
