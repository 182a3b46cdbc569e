import type { ChangedFile } from '../../diff/file-change';
import type { Commit } from '../../store/commit';
import { combinedList, combinedText } from '../diff/combined-diff';
import { changesOf } from '../diff/diff-sides';
import type { Context } from '../setup/context';
import { withDescriptions } from './describe-commit';
import type { Shape } from '../diff/diff-options';
import type { DiffStyle } from '../diff/diff-style';
import { separates, type CommitLook } from './commit-look';
import { formatCommit } from './format-commit';
import { changesText, prepareChanges } from '../diff/show-changes';
import { filesOfTree } from '../diff/sides';
import { parentsOf } from '../refs/history';
import { treeOfCommit } from '../worktree/merge-into-work';
import { EMPTY_TREE } from '../../store/objects';

export interface ShowRules {
  readonly style: DiffStyle;
  readonly otherwise: readonly Shape[];
  readonly wanted: (path: string) => boolean;
  /** How a merge's changes are shown. */
  readonly merges: 'none' | 'dense' | 'combined' | 'separate' | 'first';
  /** Whether only merges are shown with their changes. */
  readonly onlyMerges?: boolean;
  /** The path that `--follow` follows. */
  readonly path?: string;
}

/** A commit's changes, as shown below it; undefined if there are none, empty if nothing is shown of them. */
export async function commitChanges(
  context: Context,
  commit: Commit,
  { style, otherwise, wanted, merges, path, onlyMerges = false }: ShowRules,
  parent = 0,
): Promise<string | undefined> {
  const shapes = style.shapes.length > 0 ? style.shapes : otherwise;
  if (style.silent || shapes.length === 0) return undefined;
  const parents = await parentsOf(context, commit);
  if (parents.length > 1 ? merges === 'none' : onlyMerges) return undefined;
  if (parents.length > 1 && (merges === 'dense' || merges === 'combined')) {
    const listing = shapes.find((shape) => shape === 'raw' || shape === 'names' || shape === 'status');
    const others = shapes.filter((shape) => shape !== 'patch' && shape !== listing);
    const list = listing ? await combinedList(context, commit, { style, wanted, shape: listing }) : '';
    const numbers =
      others.length === 0
        ? ''
        : await changesText(
            await prepareChanges(await changesOf(context, commit, wanted), style),
            { ...style, shapes: others },
            [],
          );
    const patch = shapes.includes('patch')
      ? await combinedText(context, commit, { style, wanted, dense: merges === 'dense' })
      : '';
    return numbers + list + (numbers + list !== '' && patch !== '' ? '\n' : '') + patch || undefined;
  }
  // A followed file may be a copy of any other.
  const { renames } = style;
  const seeking =
    path === undefined || !renames ? style : { ...style, renames: { ...renames, copies: true, harder: true } };
  const harder = seeking.renames?.harder
    ? await filesOfTree(
        context,
        parents[parent] === undefined ? EMPTY_TREE : await treeOfCommit(context, parents[parent]),
      )
    : undefined;
  let changes: ChangedFile[] = await prepareChanges(
    await changesOf(context, commit, path === undefined ? wanted : undefined, parent),
    seeking,
    harder,
  );
  if (path !== undefined) changes = changes.filter((change) => change.path === path);
  return changes.length === 0 ? undefined : changesText(changes, style, otherwise);
}

/** A commit with its changes below it. */
export async function showCommit(
  context: Context,
  stored: Commit,
  given: CommitLook,
  rules: ShowRules,
): Promise<string> {
  // A commit at which a shallow clone was cut has no parents here.
  const commit = { ...stored, parents: await parentsOf(context, stored) };
  const format = await withDescriptions(context, commit, given.format);
  const look = { ...given, format, isFilled: format !== given.format };
  const told = given.kin ? { ...commit, parents: given.kin } : commit;
  if (rules.merges !== 'separate' || commit.parents.length < 2) {
    const head = formatCommit(told, look);
    const changes = await commitChanges(context, commit, rules);
    const { style, otherwise, merges } = rules;
    const isCombined = commit.parents.length > 1 && (merges === 'dense' || merges === 'combined');
    const isShown = !style.silent && style.shapes.length + otherwise.length > 0;
    // An empty line follows a merge's message even if there are no changes to show.
    const isParted = isCombined && isShown && head !== '' && !look.format.startsWith('format:');
    return isParted ? `${head}\n${changes ?? ''}` : joined(head, changes, look, rules);
  }
  let out = '';
  for (const [at, parent] of commit.parents.entries()) {
    const text = await commitChanges(context, commit, rules, at);
    if (!text) continue;
    const plain = formatCommit(told, look);
    // A format of one's own says nothing of the parent.
    const head = /^t?format:/.test(look.format)
      ? plain
      : plain.replace(
          /^((?:\S*m)?(?:commit )?[0-9a-f]+)/,
          `$1 (from ${look.format === 'oneline' ? parent.slice(0, look.digits) : parent})`,
        );
    out += `${out !== '' && separates(look.format) ? '\n' : ''}${joined(head, text, look, rules)}`;
  }
  return out === '' ? formatCommit(told, look) : out;
}

function joined(head: string, changes: string | undefined, look: CommitLook, { style, otherwise }: ShowRules): string {
  const ended = style.zero && !separates(look.format) ? head.replace(/\n$/, '\0') : head;
  if (changes === undefined) return ended;
  if (style.zero && look.format.startsWith('tformat:') && head !== '') return `${ended}\n${changes}`;
  const shapes = style.shapes.length > 0 ? style.shapes : otherwise;
  if (look.format === 'oneline' || head === '') return `${ended}${changes}`;
  if (look.format.startsWith('format:')) return `${head}\n${changes}`;
  // If there are both numbers and a patch, `---` separates them from the message.
  const both =
    shapes.includes('patch') &&
    shapes.some((shape) => shape === 'stat' || shape === 'shortstat' || shape === 'numstat' || shape === 'summary');
  return `${head}${both ? '---\n' : '\n'}${changes}`;
}
