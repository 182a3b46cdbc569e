import git from 'isomorphic-git';
import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { bytesToHex } from '../../store/bytes';
import { makeBundle, mustHavePrerequisites, parseBundle, type BundleHead } from '../transfer/bundle-file';
import { closure } from '../refs/closure';
import { findContext, openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { commitHistory, isAncestor } from '../refs/history';
import { readOptions } from '../terminal/options';
import { soundRefs } from '../refs/ref-filter';
import { fullRef, findObject, selectCommits, unknownRevision } from '../refs/revision';

const listed = (kind: string, lines: readonly string[]): string =>
  `The bundle ${kind} ${lines.length === 1 ? 'this ref' : `these ${lines.length} refs`}:\n${lines.map((line) => `${line}\n`).join('')}`;

const contents = ({ refs, needs }: BundleHead): string =>
  listed(
    'contains',
    refs.map(({ oid, name }) => `${oid} ${name}`),
  ) +
  (needs.length === 0
    ? 'The bundle records a complete history.\n'
    : listed(
        'requires',
        needs.map((oid) => `${oid} `),
      )) +
  'The bundle uses this hash algorithm: sha1\n';

async function unpack(context: Context, { pack }: BundleHead): Promise<void> {
  const name = `pack-${bytesToHex(pack.slice(-20))}`;
  await context.io.fs.writeFile(`${context.common}/objects/pack/${name}.pack`, new Uint8Array(pack));
  await git.indexPack({ ...context.at, dir: context.at.gitdir, filepath: `objects/pack/${name}.pack` });
  context.objects.forgetPacks();
}

export const bundle: GitCommand = async ([verb = '', ...args], io) => {
  const options = readOptions(args, {
    flags: {
      all: '--all',
      branches: '--branches',
      tags: '--tags',
      quiet: '-q --quiet',
      progress: '--progress --no-progress',
    },
    values: { version: '--version' },
  });
  if (!['create', 'verify', 'list-heads', 'unbundle'].includes(verb))
    throw new GitFailure(verb === '' ? 'need a subcommand' : `unknown subcommand: \`${verb}'`, 129);
  if (options.rest.length === 0) throw new GitFailure('need a <file> argument', 129);
  const [file = '', ...names] = options.rest;
  const path = resolveFrom(io.cwd, file);
  if (verb !== 'create') {
    const bytes = await io.fs.readFile(path).catch(() => undefined);
    if (!bytes) throw new GitFailure(`could not open '${file}'`, 1);
    const parsed = parseBundle(bytes);
    if (!parsed) throw new GitFailure(`'${file}' does not look like a v2 or v3 bundle file`, 1);
    const listsAll = names.length === 0;
    const shown = parsed.refs.filter(({ name }) => listsAll || names.includes(name));
    if (verb === 'list-heads') return io.out(shown.map(({ oid, name }) => `${oid} ${name}\n`).join(''));
    const repository = verb === 'verify' ? await findContext(io) : await openContext(io);
    if (repository) await mustHavePrerequisites(repository, parsed.needs);
    if (verb === 'verify') {
      io.err(`${file} is okay\n`);
      return options.is('quiet') ? undefined : io.out(contents(parsed));
    }
    if (verb === 'unbundle' && repository) {
      await unpack(repository, parsed);
      return io.out(parsed.refs.map(({ oid, name }) => `${oid} ${name}\n`).join(''));
    }
    return;
  }
  const version = options.value('version') ?? '2';
  if (!/^[23]$/.test(version)) throw new GitFailure(`unsupported bundle version ${version}`);
  const context = await openContext(io);
  const refs: { name: string; oid: string }[] = [];
  const named: { name: string; oid: string }[] = [];
  const exclude: string[] = [];
  /** What is left out by name, such as tags. */
  const left = new Set<string>();
  if (options.is('all') || options.is('branches') || options.is('tags')) {
    for (const ref of await soundRefs(
      context,
      options.is('all') ? 'refs/' : options.is('branches') ? 'refs/heads/' : 'refs/tags/',
    ))
      refs.push(ref);
    const head = await context.refs.resolve('HEAD');
    if (options.is('all') && head !== undefined) refs.push({ name: 'HEAD', oid: head });
  }
  for (const text of names) {
    const chosen = await selectCommits(context, text);
    if (!chosen) throw unknownRevision(text);
    exclude.push(...chosen.exclude);
    const edge = /^\^(.+)$/.exec(text)?.[1] ?? /^(.+?)\.\.(?!\.)/.exec(text)?.[1];
    const tag = edge === undefined ? undefined : await findObject(context, edge);
    if (tag !== undefined) left.add(tag);
    const name = text.replace(/^.*\.\./, '') || 'HEAD';
    const full = text.startsWith('^') ? undefined : name === 'HEAD' ? 'HEAD' : await fullRef(context, name);
    const oid = full === undefined ? undefined : await context.refs.resolve(full);
    if (full !== undefined && oid !== undefined) named.push({ name: full, oid });
  }
  // The refs come in the order in which they were asked for.
  const first = args.find((arg) => names.includes(arg) || /^--(?:all|branches|tags)$/.test(arg)) ?? '';
  if (first.startsWith('--')) refs.push(...named);
  else refs.unshift(...named);
  const isHeld = async ({ oid }: { oid: string }) =>
    left.has(oid) || (await Promise.all(exclude.map((edge) => isAncestor(context, oid, edge)))).some(Boolean);
  const held = await Promise.all(refs.map(isHeld));
  const wanted = refs.filter((_, at) => !held[at]);
  if (wanted.length === 0) throw new GitFailure('Refusing to create empty bundle.');
  const known = await closure(context, exclude);
  for await (const commit of commitHistory(context, exclude)) known.add(commit.oid);
  const oids = await closure(
    context,
    wanted.map(({ oid }) => oid),
    known,
    { whole: true },
  ).catch((error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    throw new GitFailure(`${error.message}\nerror: pack-objects died`, 1, 'fatal: ');
  });
  const bytes = await makeBundle(context, wanted, [...oids], exclude, options.value('version') === '3');
  if (file === '-') io.out(bytes);
  else await io.fs.writeFile(path, bytes);
};
