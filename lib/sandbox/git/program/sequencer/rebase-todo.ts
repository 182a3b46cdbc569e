import { ownValue } from '../../../../protocol/own-value';
import { GitFailure } from '../../git-failure';
import { readCommit, subjectLine } from '../../store/commit';
import type { Context } from '../setup/context';

export type TodoVerb =
  | 'pick'
  | 'reword'
  | 'edit'
  | 'squash'
  | 'fixup'
  | 'drop'
  | 'exec'
  | 'break'
  | 'update-ref'
  | 'label'
  | 'reset'
  | 'merge';

export interface TodoItem {
  readonly verb: TodoVerb;
  /** A commit, as written; for `exec`, the command. */
  readonly what: string;
  readonly line: string;
  /** Whether `-C` takes the commit's message, as in `fixup -C`. */
  readonly takesMessage: boolean;
  /** Whether that message is edited, too: `fixup -c`. */
  readonly editsMessage: boolean;
}

const SHORT: Readonly<Record<string, TodoVerb>> = {
  p: 'pick',
  r: 'reword',
  e: 'edit',
  s: 'squash',
  f: 'fixup',
  d: 'drop',
  x: 'exec',
  b: 'break',
  u: 'update-ref',
  l: 'label',
  t: 'reset',
  m: 'merge',
};
const VERBS: readonly string[] = Object.values(SHORT);

/** The letter for a command; the command itself if it has none. */
export const shortVerb = (verb: string): string => Object.entries(SHORT).find(([, long]) => long === verb)?.[0] ?? verb;

const isVerb = (text: string): text is TodoVerb => VERBS.includes(text);

/** The commands in a list. `first`: how many lines came before it. */
export function parseTodo(text: string, first = 0): TodoItem[] {
  return text.split('\n').flatMap((raw, at): TodoItem[] => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line === 'noop') return [];
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const verb = ownValue(SHORT, word) ?? word;
    if (!isVerb(verb)) throw new GitFailure(`invalid line ${first + at + 1}: ${line}`, 1);
    const takesMessage = (verb === 'fixup' || verb === 'merge') && /^-[cC]\s/.test(rest);
    const body = takesMessage ? rest.slice(2).trim() : rest;
    return [
      {
        verb,
        what: verb === 'exec' ? rest : (/^(?:\[new root\]|\S+)/.exec(body)?.[0] ?? ''),
        line,
        takesMessage,
        editsMessage: takesMessage && rest.startsWith('-c'),
      },
    ];
  });
}

export const todoLine = async (context: Context, verb: TodoVerb, oid: string): Promise<string> =>
  `${verb} ${oid} ${subjectLine((await readCommit(context.objects, oid)).message)}`;

const HELP = `#
# Commands:
# p, pick <commit> = use commit
# r, reword <commit> = use commit, but edit the commit message
# e, edit <commit> = use commit, but stop for amending
# s, squash <commit> = use commit, but meld into previous commit
# f, fixup [-C | -c] <commit> = like "squash" but keep only the previous
#                    commit's log message, unless -C is used, in which case
#                    keep only this commit's message; -c is same as -C but
#                    opens the editor
# x, exec <command> = run command (the rest of the line) using shell
# b, break = stop here (continue rebase later with 'git rebase --continue')
# d, drop <commit> = remove commit
# l, label <label> = label current HEAD with a name
# t, reset <label> = reset HEAD to a label
# m, merge [-C <commit> | -c <commit>] <label> [# <oneline>]
#         create a merge commit using the original merge commit's
#         message (or the oneline, if no original merge commit was
#         specified); use -c <commit> to reword the commit message
# u, update-ref <ref> = track a placeholder for the <ref> to be updated
#                       to this position in the new commits. The <ref> is
#                       updated at the end of the rebase
#
# These lines can be re-ordered; they are executed from top to bottom.
#
# If you remove a line here THAT COMMIT WILL BE LOST.
#`;

/** Moves `fixup!` and `squash!` commits after the ones that they are for. */
export function autosquash(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    const [, oid = '', subject = ''] = /^pick (\S+) (.*)$/.exec(line) ?? [];
    const marked = /^(fixup|squash|amend)! (.*)$/s.exec(subject);
    const wanted = marked?.[2]?.replace(/ # empty$/, '').replace(/^(?:(?:fixup|squash|amend)! )+/, '');
    const target =
      wanted === undefined
        ? -1
        : found.findIndex(
            (other) =>
              /^pick (\S+) (.*)$/.test(other) &&
              (other.replace(/^pick \S+ /, '').replace(/ # empty$/, '') === wanted ||
                other.replace(/^pick \S+ /, '').startsWith(wanted) ||
                other.slice(5).startsWith(wanted)),
          );
    if (target < 0 || !marked) {
      found.push(line);
      continue;
    }
    let at = target + 1;
    while (/^(?:fixup|squash) /.test(found[at] ?? '')) at++;
    const verb = marked[1] === 'squash' ? 'squash' : marked[1] === 'amend' ? 'fixup -C' : 'fixup';
    found.splice(at, 0, `${verb} ${oid} ${subject}`);
  }
  return found;
}

export const todoHelp = (range: string, count: number): string => `
# Rebase ${range} (${count} command${count === 1 ? '' : 's'})
${HELP}
# However, if you remove everything, the rebase will be aborted.
#
`;

/** The same for a list that is edited again. */
export const TODO_HELP_AGAIN = `${HELP}
# You are editing the todo file of an ongoing interactive rebase.
# To continue rebase after editing, run:
#     git rebase --continue
#
`;
