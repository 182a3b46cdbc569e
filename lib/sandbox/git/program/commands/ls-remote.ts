import { peel } from '../../store/tag';
import { bareContext } from '../bare-context';
import { findContext } from '../context';
import type { GitCommand } from '../git-io';
import { globPattern } from '../glob';
import { readOptions } from '../options';
import { isRemote, openSource, urlOf } from '../remotes';
import { GitFailure } from '../../git-failure';

export const lsRemote: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--sort',
    flags: {
      heads: '--heads',
      tags: '-t --tags',
      refs: '--refs',
      quiet: '-q --quiet',
      symref: '--symref',
      exit: '--exit-code',
      url: '--get-url',
    },
    values: {},
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
  if (head !== undefined && !is('heads') && !is('tags') && !is('refs')) lines.push([head, 'HEAD']);
  for (const ref of await other.refs.list()) {
    if (
      (is('heads') || is('tags')) &&
      !(is('heads') && ref.name.startsWith('refs/heads/')) &&
      !(is('tags') && ref.name.startsWith('refs/tags/'))
    )
      continue;
    lines.push([ref.oid, ref.name]);
    const inner = is('refs') ? ref.oid : await peel(other.objects, ref.oid);
    if (inner !== undefined && inner !== ref.oid) lines.push([inner, `${ref.name}^{}`]);
  }
  // git lists a bundle's refs from its end.
  if (source.isBundle) lines.reverse();
  const shown = lines.filter(([, ref]) => globs.length === 0 || globs.some((glob) => glob.test(`/${ref}`)));
  const target = await other.refs.target('HEAD');
  if (is('symref') && target !== undefined && shown.some(([, ref]) => ref === 'HEAD')) io.out(`ref: ${target}\tHEAD\n`);
  for (const [oid, ref] of shown) io.out(`${oid}\t${ref}\n`);
  await source.close();
  return is('exit') && shown.length === 0 ? 2 : 0;
};
