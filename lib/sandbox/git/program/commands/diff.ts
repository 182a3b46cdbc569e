import { GitFailure } from '../../git-failure';
import { openRepository, headCommit } from '../../repository';
import { changesBetween, type Side } from '../changes';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { pathspec, wantedBy } from '../pathspec';
import { findCommit, mergeBases, rangeOf, resolveCommit } from '../revision';
import { SHOW_FLAGS, showChanges } from '../show-changes';

export const diff: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { ...SHOW_FLAGS, staged: '--cached --staged', quiet: '--quiet', exitCode: '--exit-code' },
    values: { context: '-U --unified' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const commit = async (name: string): Promise<Side> => ({
    kind: 'commit',
    oid: await resolveCommit(repository, name),
  });
  const words = options.paths ? options.rest.slice(0, options.rest.length - options.paths.length) : [...options.rest];
  const sides: Side[] = [];
  while (words[0] !== undefined && sides.length < 2) {
    const range = rangeOf(words[0]);
    if (range) {
      const from = await resolveCommit(repository, range.from);
      const to = await resolveCommit(repository, range.to);
      const [base = from] = range.symmetric ? await mergeBases(repository, from, to) : [];
      sides.push({ kind: 'commit', oid: base }, { kind: 'commit', oid: to });
    } else if ((await findCommit(repository, words[0])) !== undefined) sides.push(await commit(words[0]));
    else break;
    words.shift();
  }
  if (sides.length > 2) throw new GitFailure('more than two revisions', 129);
  const paths = [...words, ...(options.paths ?? [])];
  const wanted = wantedBy(paths.map((path) => pathspec(repository, io.cwd, path)));
  const head: Side = (await headCommit(repository)) === undefined ? { kind: 'nothing' } : await commit('HEAD');
  const [first, second] = sides;
  const before: Side = first ?? (options.is('staged') ? head : { kind: 'index' });
  const after: Side = second ?? { kind: options.is('staged') ? 'index' : 'work' };
  const changes = await changesBetween(repository, before, after, wanted);
  const context = options.value('context');
  if (!options.is('quiet')) {
    await showChanges(io, changes, options.is, 'patch', context === undefined ? undefined : Number(context));
  }
  return changes.length > 0 && (options.is('exitCode') || options.is('quiet')) ? 1 : 0;
};
