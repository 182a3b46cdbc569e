import { comparePaths } from '../../store/bytes';
import { peel } from '../../store/tag';
import { bareContext } from '../setup/bare-context';
import { findContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { readOptions } from '../terminal/options';
import { compareVersions } from '../log/ref-format';
import { isRemote, openSource, urlOf } from '../transfer/remotes';
import { GitFailure } from '../../git-failure';

/** Compares lines by `refname`, `objectname` or `version:refname`; `-` turns the order round. */
const compareBy =
  (key: string) =>
  ([oneId, one]: readonly [string, string], [otherId, other]: readonly [string, string]): number => {
    const found = key.endsWith('objectname')
      ? comparePaths(oneId, otherId)
      : key.includes(':')
        ? compareVersions(one, other)
        : comparePaths(one, other);
    return key.startsWith('-') ? -found : found;
  };

export const lsRemote: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      heads: '--heads',
      tags: '-t --tags',
      refs: '--refs',
      quiet: '-q --quiet',
      symref: '--symref',
      exit: '--exit-code',
      url: '--get-url',
    },
    values: { sort: '--sort' },
  });
  const { is } = options;
  const context = (await findContext(io)) ?? bareContext(io);
  const remotes = context.config.subsections('remote');
  const [name = remotes.length === 1 ? (remotes[0] ?? 'origin') : 'origin', ...patterns] = options.rest;
  if (options.rest.length === 0 && remotes.length === 0)
    throw new GitFailure('No remote configured to list refs from.');
  const url = urlOf(context, name);
  if (is('url')) return io.out(`${url}\n`);
  const source = await openSource(io, url, isRemote(context, name) ? context.root : io.cwd);
  const other = source.context;
  if (options.rest.length === 0 && !is('quiet')) io.err(`From ${url}\n`);
  const globs = patterns.map((text) => globPattern(`*/${text}`, { slashes: true }));
  const lines: [string, string][] = [];
  const head = await other.refs.resolve('HEAD');
  if (head !== undefined && source.hasHead && !is('heads') && !is('tags') && !is('refs')) lines.push([head, 'HEAD']);
  for (const ref of await other.refs.list()) {
    if (
      (is('heads') || is('tags')) &&
      !(is('heads') && ref.name.startsWith('refs/heads/')) &&
      !(is('tags') && ref.name.startsWith('refs/tags/'))
    )
      continue;
    lines.push([ref.oid, ref.name]);
    const inner = is('refs') || source.isBundle ? ref.oid : await peel(other.objects, ref.oid);
    if (inner !== undefined && inner !== ref.oid) lines.push([inner, `${ref.name}^{}`]);
  }
  // git lists a bundle's refs from its end.
  const order = source.names.toReversed();
  if (source.isBundle) lines.sort(([, one], [, other]) => order.indexOf(one) - order.indexOf(other));
  const sort = options.value('sort');
  if (sort !== undefined && !/^-?(?:refname|objectname|v(?:ersion)?:refname)$/.test(sort))
    throw new GitFailure(`--sort=${sort} is not supported in this sandbox: sort by refname, or with sort`, 2);
  if (sort !== undefined) lines.sort(compareBy(sort));
  const shown = lines.filter(([, ref]) => globs.length === 0 || globs.some((glob) => glob.test(`/${ref}`)));
  const target = await other.refs.target('HEAD');
  if (is('symref') && target !== undefined && shown.some(([, ref]) => ref === 'HEAD')) io.out(`ref: ${target}\tHEAD\n`);
  for (const [oid, ref] of shown) io.out(`${oid}\t${ref}\n`);
  await source.close();
  return is('exit') && shown.length === 0 ? 2 : 0;
};
