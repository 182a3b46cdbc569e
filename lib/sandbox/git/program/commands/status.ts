import git from 'isomorphic-git';
import { currentBranch, headCommit, openRepository } from '../../repository';
import { readStatus, type FileStatus } from '../../status';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { standing } from '../standing';
import { pathspec, seenFrom, wantedBy } from '../pathspec';

const WORDS: Readonly<Record<string, string>> = { A: 'new file', M: 'modified', D: 'deleted', U: 'both modified' };

export const status: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { short: '-s --short', branch: '-b --branch', porcelain: '--porcelain', long: '--long' },
    values: { porcelain: '--porcelain', untracked: '--untracked-files' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const specs = options.rest.map((path) => pathspec(repository, io.cwd, path));
  const all = await readStatus(repository, { refresh: true, wanted: wantedBy(specs) });
  const shown = options.value('untracked') === 'no' ? all.filter(({ work }) => work !== '?') : all;
  const porcelain = options.is('porcelain') || options.value('porcelain') !== undefined;
  const unknown = untracked(shown, await git.listFiles(repository.at));
  const name = (path: string) => quoted(porcelain ? path : seenFrom(repository, io.cwd, path));
  const branch = await currentBranch(repository);
  const head = await headCommit(repository);
  if (options.is('short') || porcelain) {
    if (options.is('branch')) {
      io.out(
        `## ${branch === undefined ? 'HEAD (no branch)' : head === undefined ? `No commits yet on ${branch}` : branch}\n`,
      );
    }
    const known = shown.filter(({ index }) => index !== '?');
    for (const { path, index, work } of known) io.out(`${index}${work} ${name(path)}\n`);
    for (const path of unknown) io.out(`?? ${name(path)}\n`);
    return;
  }
  io.out(branch === undefined ? `HEAD detached at ${head?.slice(0, 7) ?? ''}\n` : `On branch ${branch}\n`);
  if (head === undefined) io.out('\nNo commits yet\n');
  const middle = await standing(
    repository,
    shown.some(({ index }) => index === 'U'),
  );
  if (middle !== undefined) io.out(middle);
  const section = (title: string, hint: string | undefined, lines: readonly string[]) => {
    if (lines.length > 0)
      io.out(
        `${head === undefined ? '\n' : ''}${title}\n${hint === undefined ? '' : `  (${hint})\n`}${lines.map((line) => `\t${line}\n`).join('')}${head === undefined ? '' : '\n'}`,
      );
  };
  const line = (code: string, path: string) =>
    `${`${WORDS[code] ?? code}:`.padEnd(code === 'U' ? 17 : 12)}${name(path)}`;
  const staged = shown.filter(({ index }) => 'AMD'.includes(index));
  const unmerged = shown.filter(({ index }) => index === 'U');
  const changed = shown.filter(({ work, index }) => 'MD'.includes(work) && index !== 'U');
  section(
    'Changes to be committed:',
    middle !== undefined
      ? undefined
      : head === undefined
        ? 'use "git rm --cached <file>..." to unstage'
        : 'use "git restore --staged <file>..." to unstage',
    staged.map(({ index, path }) => line(index, path)),
  );
  section(
    'Unmerged paths:',
    'use "git add <file>..." to mark resolution',
    unmerged.map(({ path }) => line('U', path)),
  );
  section(
    'Changes not staged for commit:',
    `use "git add${changed.some(({ work }) => work === 'D') ? '/rm' : ''} <file>..." to update what will be committed)\n  (use "git restore <file>..." to discard changes in working directory`,
    changed.map(({ work, path }) => line(work, path)),
  );
  section('Untracked files:', 'use "git add <file>..." to include in what will be committed', unknown.map(name));
  if (staged.length > 0) return;
  if (changed.length + unmerged.length > 0) {
    io.out('no changes added to commit (use "git add" and/or "git commit -a")\n');
  } else if (unknown.length > 0) {
    io.out('nothing added to commit but untracked files present (use "git add" to track)\n');
  } else
    io.out(
      head === undefined
        ? '\nnothing to commit (create/copy files and use "git add" to track)\n'
        : 'nothing to commit, working tree clean\n',
    );
};

/** Files git does not know; of a folder in which it knows none, the folder. */
function untracked(all: readonly FileStatus[], known: readonly string[]): string[] {
  const found = all
    .filter(({ index }) => index === '?')
    .map(({ path }) => {
      for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        const folder = path.slice(0, end + 1);
        if (!known.some((other) => other.startsWith(folder))) return folder;
      }
      return path;
    });
  return [...new Set(found)];
}

const quoted = (path: string): string => (/[ "\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path);
