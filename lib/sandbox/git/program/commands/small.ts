import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { subjectLine } from '../../store/commit';
import { formatPerson } from '../../store/person';
import { isRefName } from '../../store/refs';
import { findContext, loadIndex, openContext, openWorkTree } from '../setup/context';
import { bareContext } from '../setup/bare-context';
import { readConfig } from '../setup/config';
import { previousPlace } from '../refs/reflog';
import type { GitCommand } from '../setup/git-io';
import { namesOnInput } from '../terminal/names-on-input';
import { commitHistory } from '../refs/history';
import { GitIgnoreRules } from '../worktree/ignore-rules';
import { cleanMessage } from '../message/message';
import { readOptions } from '../terminal/options';
import { patchId } from '../diff/patch-id';
import { inRepository } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { personOf } from '../people/people';
import { resolveCommit } from '../refs/revision';
import { upstreamOf } from '../refs/upstream';
import { currentBranch } from '../../repository';
import { attributesOf, lookAtFile } from '../worktree/work-files';

export const checkIgnore: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      zero: '-z',
      verbose: '-v --verbose',
      quiet: '-q --quiet',
      stdin: '--stdin',
      none: '-n --non-matching',
      noIndex: '--no-index',
    },
  });
  const context = await openWorkTree(io);
  const rules = new GitIgnoreRules(context);
  const index = await loadIndex(context);
  const [gap, end] = options.is('zero') ? ['\0', '\0'] : ['\t', '\n'];
  if (options.is('zero') && !options.is('stdin')) throw new GitFailure('-z only makes sense with --stdin');
  const given = options.is('stdin') ? await namesOnInput(io, end) : options.rest;
  if (options.is('quiet') && (given.length > 1 || options.is('verbose')))
    throw new GitFailure(
      options.is('verbose') ? 'cannot have both --quiet and --verbose' : '--quiet is only valid with a single pathname',
    );
  if (given.length === 0 && !options.is('stdin')) throw new GitFailure('no path specified');
  if (options.is('stdin') && options.rest.length > 0) throw new GitFailure('cannot specify pathnames with --stdin');
  if (options.is('none') && !options.is('verbose')) throw new GitFailure('--non-matching is only valid with --verbose');
  let found = false;
  for (const name of given) {
    if (name === '')
      throw new GitFailure(
        'empty string is not a valid pathspec. please use . instead if you meant to match all paths',
      );
    const path = inRepository(context, io.cwd, name);
    const isFolder = name.endsWith('/') || (await lookAtFile(context, path))?.type === 'directory';
    // The whole folder is never ignored.
    if (path === '') continue;
    const shown = options.is('zero') ? name : quotePath(name, context);
    const rule = !options.is('noIndex') && index.has(path) ? undefined : await rules.ruleFor(path, isFolder);
    if (rule && (rule.ignored || options.is('verbose'))) found = true;
    if (options.is('quiet')) continue;
    if (options.is('verbose')) {
      const colon = options.is('zero') ? gap : ':';
      const where = rule ? [rule.source, rule.line, rule.pattern] : ['', '', ''];
      if (rule || options.is('none')) io.out(`${where.join(colon)}${gap}${shown}${end}`);
    } else if (rule?.ignored) io.out(`${shown}${end}`);
  }
  return found ? 0 : 1;
};

export const checkAttr: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { all: '-a --all', stdin: '--stdin', zero: '-z', cached: '--cached' },
  });
  const context = await openWorkTree(io);
  const [first = '', ...others] = options.before;
  const named = options.is('stdin') || options.paths !== undefined ? options.before : [first];
  const names = options.is('all') ? undefined : named;
  const listed = options.is('stdin') ? await namesOnInput(io, options.is('zero') ? '\0' : '\n') : undefined;
  const paths = listed ?? (options.is('all') ? options.rest : (options.paths ?? others));
  if (!options.is('all') && options.before.length === 0) throw new GitFailure('No attribute specified', 129);
  if (options.is('cached'))
    throw new GitFailure('--cached is not supported in this sandbox: attributes are read from the folder', 2);
  if (paths.length === 0 && listed === undefined) throw new GitFailure('No file specified', 129);
  for (const name of names ?? [])
    if (!/^[A-Za-z0-9._][A-Za-z0-9._-]*$/.test(name))
      throw new GitFailure(`${name}: not a valid attribute name`, 255, 'error: ');
  const [gap, end] = options.is('zero') ? ['\0', '\0'] : [': ', '\n'];
  for (const given of paths) {
    const found = await attributesOf(context).of(inRepository(context, io.cwd, given));
    // Built-in attributes come first.
    const own = ['binary', 'diff', 'merge', 'text'].filter((name) => found.has(name));
    for (const name of names ?? new Set([...own, ...found.keys()])) {
      const value = found.get(name);
      const shown = value === true ? 'set' : value === false ? 'unset' : (value ?? 'unspecified');
      io.out([given, name, shown].join(gap) + end);
    }
  }
};

export const cherry: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { verbose: '-v --verbose' }, optional: { abbrev: '--abbrev' } });
  const context = await openContext(io);
  const branch = await currentBranch(context);
  const [upstream = branch === undefined ? undefined : upstreamOf(context, branch)?.short, head = 'HEAD', limit] =
    options.rest;
  if (upstream === undefined)
    throw new GitFailure('Could not find a tracked remote branch, please specify <upstream> manually.');
  const [theirs, own] = [await resolveCommit(context, upstream), await resolveCommit(context, head)];
  const known = new Set<string>();
  for await (const commit of commitHistory(context, [theirs], { without: [own] }))
    if (commit.parents.length < 2) known.add(await patchId(context, commit));
  const lines: string[] = [];
  for await (const commit of commitHistory(context, [own], {
    without: [theirs, ...(limit === undefined ? [] : [await resolveCommit(context, limit)])],
  })) {
    if (commit.parents.length > 1) continue;
    const digits = Number(options.value('abbrev') || 7);
    const id = options.value('abbrev') === undefined ? commit.oid : commit.oid.slice(0, digits);
    lines.unshift(
      `${known.has(await patchId(context, commit)) ? '-' : '+'} ${id}${options.is('verbose') ? ` ${subjectLine(commit.message)}` : ''}\n`,
    );
  }
  io.out(lines.join(''));
};

export const variable: GitCommand = async (args, io) => {
  const context = (await findContext(io)) ?? { ...bareContext(io), config: await readConfig(io, undefined) };
  const editor = io.env.GIT_EDITOR ?? context.config.get('core.editor') ?? io.env.VISUAL ?? io.env.EDITOR;
  const values: Readonly<Record<string, () => string | undefined>> = {
    GIT_COMMITTER_IDENT: () => formatPerson(personOf(context, 'COMMITTER')),
    GIT_AUTHOR_IDENT: () => formatPerson(personOf(context, 'AUTHOR')),
    GIT_EDITOR: () => editor,
    GIT_PAGER: () => io.env.GIT_PAGER ?? 'cat',
    GIT_DEFAULT_BRANCH: () => context.config.get('init.defaultBranch') ?? 'main',
  };
  const [name = '', more] = args;
  if (more !== undefined) throw new GitFailure('usage: git var (-l | <variable>)', 129);
  if (name === '-l') {
    for (const { key, value } of context.config.all) io.out(`${key}=${value ?? ''}\n`);
    for (const [key, read] of Object.entries(values)) io.out(read() === undefined ? '' : `${key}=${read()}\n`);
    return;
  }
  const value = values[name]?.();
  if (value === undefined)
    throw name in values
      ? new GitFailure('Terminal is dumb, but EDITOR unset')
      : new GitFailure('usage: git var (-l | <variable>)', 129);
  io.out(`${value}\n`);
};

export const checkRefFormat: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      branch: '--branch',
      oneLevel: '--allow-onelevel',
      normalize: '--normalize --print',
      pattern: '--refspec-pattern',
    },
  });
  const [name] = options.rest;
  if (name === undefined || options.rest.length > 1)
    throw new GitFailure('usage: git check-ref-format [--normalize] [<options>] <refname>', 129);
  if (options.is('branch')) {
    const before = /^@\{-(\d+)\}$/.exec(name)?.[1];
    const context = before === undefined ? undefined : await findContext(io);
    const branch = (context && (await previousPlace(context, Number(before)))) ?? name;
    if (!isRefName(`refs/heads/${branch}`) || branch.startsWith('-') || branch === 'HEAD')
      throw new GitFailure(`'${name}' is not a valid branch name`);
    return io.out(`${branch}\n`);
  }
  const shown = options.is('normalize') ? name.replaceAll(/\/+/g, '/').replace(/^\//, '') : name;
  // One part of a pattern may be a star.
  const judged = options.is('pattern') ? shown.replace('*', 'x') : shown;
  const fits = isRefName(judged) && (options.is('oneLevel') || shown.includes('/'));
  if (fits && options.is('normalize')) io.out(`${shown}\n`);
  return fits ? 0 : 1;
};

export const stripspace: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { comments: '-s --strip-comments', add: '-c --comment-lines' } });
  if (options.rest.length > 0) throw new GitFailure('usage: git stripspace [-s | --strip-comments]', 129);
  if (options.is('comments') && options.is('add'))
    throw new GitFailure("option `comment-lines' is incompatible with --strip-comments", 129);
  const text = decodeUtf8(await io.input());
  const mark = ((await findContext(io))?.config ?? (await readConfig(io, undefined))).get('core.commentChar') ?? '#';
  if (options.is('add'))
    return io.out(
      text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${/^(?:$|\t)/.test(line) ? mark : `${mark} `}${line}\n`)
        .join(''),
    );
  io.out(cleanMessage(text, options.is('comments') ? 'strip' : 'whitespace', mark));
};

export const countObjects: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { verbose: '-v --verbose', human: '-H --human-readable' } });
  const context = await openContext(io);
  if (options.rest.length > 0) throw new GitFailure('usage: git count-objects [-v] [-H | --human-readable]', 129);
  const loose = await context.objects.looseIds();
  const packs = (await io.fs.readdir(`${context.common}/objects/pack`).catch(() => [])).filter((name) =>
    name.endsWith('.pack'),
  );
  // A file takes whole disk blocks.
  const size = loose.length * 4;
  const inUnits = (kilobytes: number) => (options.is('human') ? byteText(kilobytes * 1024) : String(kilobytes));
  if (!options.is('verbose'))
    return io.out(`${loose.length} objects, ${inUnits(size)}${options.is('human') ? '' : ' kilobytes'}\n`);
  const packed = (await context.objects.all()).length - loose.length;
  io.out(
    `count: ${loose.length}\nsize: ${inUnits(size)}\nin-pack: ${packed}\npacks: ${packs.length}\nsize-pack: ${inUnits(packs.length)}\nprune-packable: 0\ngarbage: 0\nsize-garbage: ${inUnits(0)}\n`,
  );
};

/** A number of bytes as people read it. */
function byteText(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(bytes, 2) - 1) / 10));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** power).toFixed(2)} ${['', 'KiB', 'MiB', 'GiB'][power]}`;
}
