import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';
import { isAncestor, mergeBases } from '../refs/history';
import { notesRef, readNotes, writeNotes } from './notes';
import { updateRef } from '../refs/update-refs';

type Notes = ReadonlyMap<string, string>;

/** How both sides of a note that both changed become one; undefined: not at all. */
const STRATEGIES: Readonly<Record<string, { said: string; join: (ours: string, theirs: string) => string }>> = {
  ours: { said: 'Using local', join: (ours) => ours },
  theirs: { said: 'Using remote', join: (_, theirs) => theirs },
  union: {
    said: 'Concatenating local and remote',
    join: (ours, theirs) => `${ours.trimEnd()}\n\n${theirs}`,
  },
  cat_sort_uniq: {
    said: 'Concatenating unique lines in local and remote',
    join: (ours, theirs) =>
      [...new Set(`${ours}\n${theirs}`.split('\n').filter((line) => line !== ''))]
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
  },
};

/** `git notes merge`: brings the notes of another ref into this one. Returns the exit code. */
export async function mergeNotes(
  context: Context,
  own: { ref: string; tip: string | undefined; known: Notes; strategy: string | undefined },
  [name]: readonly string[],
): Promise<number> {
  const { io, refs, config } = context;
  if (name === undefined) throw new GitFailure('must specify a notes ref to merge', 129, 'error: ');
  const other = notesRef(context, name);
  const theirTip = await refs.resolve(other);
  const chosen = own.strategy ?? config.get('notes.mergeStrategy') ?? 'manual';
  if (chosen !== 'manual' && !STRATEGIES[chosen])
    throw new GitFailure(`unknown -s/--strategy: ${chosen}`, 129, 'error: ');
  if (theirTip === undefined || theirTip === own.tip || (own.tip && (await isAncestor(context, theirTip, own.tip)))) {
    io.out('Already up to date.\n');
    return 0;
  }
  const message = `Merged notes from ${other} into ${own.ref}`;
  if (own.tip === undefined || (await isAncestor(context, own.tip, theirTip))) {
    await updateRef(context, own.ref, theirTip, `notes: ${message}`);
    io.out('Fast-forward\n');
    return 0;
  }
  const [base] = await mergeBases(context, [own.tip, theirTip]);
  const before: Notes = base === undefined ? new Map() : await readNotes(context, base);
  const theirs = await readNotes(context, theirTip);
  const merged = new Map(own.known);
  for (const oid of new Set([...before.keys(), ...theirs.keys()])) {
    const [old, mine, now] = [before.get(oid), own.known.get(oid), theirs.get(oid)];
    if (now === old || now === mine) continue;
    if (mine !== old) {
      const join = STRATEGIES[chosen];
      if (!join)
        throw new GitFailure(
          `both sides have other notes for ${oid}, and solving that by hand is not supported in this sandbox: use -s ours, theirs, union or cat_sort_uniq`,
          2,
        );
      io.out(`${join.said} notes for ${oid}\n`);
      merged.set(oid, mine === undefined ? (now ?? '') : now === undefined ? mine : join.join(mine, now));
    } else if (now === undefined) merged.delete(oid);
    else merged.set(oid, now);
  }
  await writeNotes(context, own.ref, merged, message, [theirTip]);
  return 0;
}
