import type { Signature } from '../../store/person';
import type { Paint } from '../terminal/color';
import type { Mailmap } from '../people/mailmap';
import type { NamedNotes } from '../message/notes';

/** How commits are shown. */
export interface CommitLook {
  /** A name such as `medium`, or a format such as `%h %s`. */
  readonly format: string;
  /** Whether a part of the format was filled in for this commit before. */
  readonly isFilled?: boolean;
  /** How far apart the stops of tabs are in messages, if that was asked for; 0: tabs stay. */
  readonly tabs?: number;
  /** `false` if commits are shown with full ids. */
  readonly abbreviated: boolean;
  readonly digits: number;
  readonly date: string;
  readonly colored: boolean;
  readonly paint: Paint;
  /** What texts of commits are converted from and to. To nothing: to what each commit is stored in. */
  readonly encoding?: { readonly from: string; readonly to: string };
  /** Names by id, as git's built-in formats show them. */
  readonly names: ReadonlyMap<string, string>;
  /** The same for `%d` and `%D`, which always show them. */
  readonly allNames: ReadonlyMap<string, string>;
  /** Undefined if they were not asked for. */
  readonly notes: readonly NamedNotes[] | undefined;
  /** Whether notes are also shown below the message, not only in placeholders. */
  readonly showsNotes: boolean;
  /** Ids of parents or children, shown before a commit's subject. */
  readonly parents?: boolean;
  /** The parents that are left to a commit of a simplified history. */
  readonly kin?: readonly string[];
  /** The parents after history simplification. */
  readonly linked?: readonly string[];
  /** For an entry of a reflog. */
  readonly reflog?: {
    readonly selector: string;
    readonly short?: string;
    readonly reason: string;
    readonly who: Signature;
  };
  /** How wide the terminal is; 80 if it is not known. */
  readonly columns?: number;
  readonly mark?: string;
  /** What `%m` shows; `>` if it is not set. */
  readonly sign?: string;
  /** Whether the size of what follows is told. */
  readonly showsSize?: boolean;
  /** Maps people to their names in the mailmap. */
  readonly mapped: Mailmap;
  /** The same for placeholders that ask for it, which no option turns off. */
  readonly named: Mailmap;
  /** The revision that the commit was reached from; `showsSource`: whether it is shown after the id. */
  readonly source?: string;
  readonly showsSource?: boolean;
}

const NAMED = new Set(['oneline', 'short', 'medium', 'full', 'fuller', 'raw', 'email', 'mboxrd', 'reference']);

/** `format:…`, `tformat:…`, `%h`, or one of git's names; undefined if it is not a format. */
export function readFormat(text: string): string | undefined {
  if (NAMED.has(text)) return text;
  if (/^t?format:/.test(text)) return text;
  if (text.includes('%') || text === '') return `tformat:${text}`;
  const found = [...NAMED].filter((name) => name.startsWith(text));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether git separates commits with a line end instead of ending each with one. */
export const separates = (format: string): boolean =>
  ['short', 'medium', 'full', 'fuller', 'raw', 'email', 'mboxrd'].includes(format) || format.startsWith('format:');
