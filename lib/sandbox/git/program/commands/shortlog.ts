import { subjectLine } from '../../store/commit';
import { comparePaths } from '../../store/bytes';
import { openContext } from '../context';
import { diffStyle } from '../diff-style';
import type { GitCommand } from '../git-io';
import { formatCommit } from '../format-commit';
import { chooseCommits, commitLook, diffPart, LOG_FLAGS, LOG_OPTIONAL, LOG_VALUES } from '../log-options';
import { readOptions } from '../options';
import { selectHistory } from '../select-commits';

export const shortlog: GitCommand = async (args, io) => {
  const { noPatch: _s, ...flags } = LOG_FLAGS;
  const { most: _n, ...values } = LOG_VALUES;
  const expanded = args.flatMap((arg) =>
    /^-[sne]{2,}$/.test(arg) ? Array.from(arg.slice(1), (letter) => `-${letter}`) : [arg],
  );
  const options = readOptions(expanded, {
    flags: {
      ...flags,
      summary: '-s --summary',
      numbered: '-n --numbered',
      email: '-e --email',
      byCommitter: '--committer-name',
      noPatch: '--no-patch',
    },
    values: { ...values, most: '--max-count', group: '--group' },
    optional: LOG_OPTIONAL,
  });
  const context = await openContext(io);
  const style = diffStyle(context, diffPart(options));
  const listed = await selectHistory(context, options, await chooseCommits(context, options), style);
  const look = await commitLook(context, options, style);
  const groups = new Map<string, string[]>();
  for (const { commit } of listed.toReversed()) {
    const who = options.is('byCommitter') ? commit.committer : commit.author;
    const key = options.is('email') ? `${who.name} <${who.email}>` : who.name;
    const text =
      options.value('format') === undefined
        ? subjectLine(commit.message).replace(/^\[PATCH[^\]]*\]\s*/, '')
        : formatCommit(commit, look).replace(/\n$/, '');
    groups.set(key, [...(groups.get(key) ?? []), text]);
  }
  const sorted = [...groups].toSorted(
    ([a, x], [b, y]) => (options.is('numbered') ? y.length - x.length : 0) || comparePaths(a, b),
  );
  for (const [name, lines] of sorted) {
    if (options.is('summary')) io.out(`${String(lines.length).padStart(6)}\t${name}\n`);
    else io.out(`${name} (${lines.length}):\n${lines.map((line) => `      ${line}\n`).join('')}\n`);
  }
};
