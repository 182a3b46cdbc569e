import { GitFailure } from '../../git-failure';
import { subjectLine } from '../../store/commit';
import { parsePerson, type Signature } from '../../store/person';
import { comparePaths, decodeUtf8 } from '../../store/bytes';
import { openContext } from '../setup/context';
import { diffStyle } from '../diff/diff-style';
import type { GitCommand, GitIo } from '../setup/git-io';
import { formatCommit } from '../log/format-commit';
import { filledIn } from '../log/placeholders';
import { wrapped } from '../text/wrap-text';
import { chooseCommits, commitLook, diffPart, LOG_FLAGS, LOG_OPTIONAL, LOG_VALUES } from '../log/log-options';
import { readOptions } from '../terminal/options';
import { selectHistory } from '../log/select-commits';
import { trailerBlock, trailerConfig } from '../message/trailers';

export const shortlog: GitCommand = async (args, io) => {
  const { noPatch: _s, combined: _c, allSpace: _a, ...flags } = LOG_FLAGS;
  const { most: _n, committer: _w, ...values } = LOG_VALUES;
  const expanded = args.flatMap((arg) =>
    /^-\d+$/.test(arg)
      ? [`--max-count=${arg.slice(1)}`]
      : /^-[snec]{2,}$/.test(arg)
        ? Array.from(arg.slice(1), (letter) => `-${letter}`)
        : [arg],
  );
  const options = readOptions(expanded, {
    flags: {
      ...flags,
      summary: '-s --summary',
      numbered: '-n --numbered',
      email: '-e --email',
      byCommitter: '-c --committer',
      combined: '--combined-all-paths',
      allSpace: '--ignore-all-space',
      noPatch: '--no-patch',
    },
    values: { ...values, most: '--max-count', group: '--group', committer: '--committer-pattern' },
    optional: { ...LOG_OPTIONAL, wrap: '-w' },
  });
  const asked = [...options.values('group'), ...(options.is('byCommitter') ? ['committer'] : [])];
  const by = asked.length > 0 ? asked : ['author'];
  const odd = by.find((one) => !/^(?:author|committer|trailer:.+|format:.*|.*%.*)$/s.test(one));
  if (odd !== undefined) throw new GitFailure(`unknown group type: ${odd}`, 129, 'error: ');
  const context = await openContext(io);
  const groups = new Map<string, string[]>();
  const add = (key: string, text: string): void => {
    groups.set(key, [...(groups.get(key) ?? []), text.trimStart().replace(/^\[PATCH[^\]]*\]\s*/, '')]);
  };
  const names = ['all', 'branches', 'tags', 'remotes'] as const;
  if (options.rest.length === 0 && !io.tty?.includes(0) && !names.some((name) => options.is(name))) {
    const other = by.find((one) => one !== 'author' && one !== 'committer');
    if (other !== undefined)
      throw new GitFailure(`using --group=${other.replace(/:.*/s, '')} with stdin is not supported`);
    const start = by.includes('committer') ? /^(?:Commit: |committer )/ : /^(?:Author: |author )/;
    for (const [who, subject] of [...entriesOf(decodeUtf8(await io.input()), start)].toReversed())
      add(options.is('email') ? who : who.replace(/ *<[^>]*>.*$/, ''), subject);
    return tell(io, groups, options);
  }
  const style = diffStyle(context, diffPart(options));
  const listed = await selectHistory(context, options, await chooseCommits(context, options), style);
  const look = await commitLook(context, options, style);
  const trailers = trailerConfig(context.config);
  for (const { commit } of listed.toReversed()) {
    const keys = by.flatMap((one) =>
      one === 'author' || one === 'committer'
        ? nameOf(look.named(commit[one]), options.is('email'))
        : !one.startsWith('trailer:')
          ? [filledIn(one.replace(/^format:/, ''), commit, look)]
          : trailerBlock(commit.message, trailers).trailers.flatMap(({ key, value }) =>
              key?.toLowerCase() === one.slice('trailer:'.length).toLowerCase()
                ? [/<.*>/.test(value) ? nameOf(look.named(parsePerson(value)), options.is('email')) : value]
                : [],
            ),
    );
    const text =
      options.value('format') === undefined
        ? subjectLine(commit.message)
        : formatCommit(commit, look).replace(/\n$/, '');
    for (const key of new Set(keys)) add(key, text || '<none>');
  }
  return tell(io, groups, options);
};

const nameOf = ({ name, email }: Pick<Signature, 'name' | 'email'>, full: boolean): string =>
  full ? `${name} <${email}>` : name;

/** The authors and subjects in the output of `git log`. */
function* entriesOf(log: string, by: RegExp): Generator<[who: string, subject: string]> {
  const lines = log.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!by.test(line)) continue;
    while (lines[at]) at++;
    while (lines[at] === '') at++;
    yield [line.replace(by, ''), lines[at] ?? ''];
  }
}

function tell(
  io: GitIo,
  groups: ReadonlyMap<string, readonly string[]>,
  options: { is(flag: 'numbered' | 'summary'): boolean; value(name: 'wrap'): string | undefined },
): void {
  const wrap = options.value('wrap');
  const [width = 76, first = 6, rest = 9] = (wrap || undefined)?.split(',').map(Number) ?? [];
  const entry = (line: string) =>
    wrap === undefined ? `      ${line}\n` : `${wrapped(line, { width, first, rest })}\n`;
  const sorted = [...groups].toSorted(
    ([a, x], [b, y]) => (options.is('numbered') ? y.length - x.length : 0) || comparePaths(a, b),
  );
  for (const [name, lines] of sorted) {
    if (options.is('summary')) io.out(`${String(lines.length).padStart(6)}\t${name}\n`);
    else io.out(`${name} (${lines.length}):\n${lines.map(entry).join('')}\n`);
  }
}
