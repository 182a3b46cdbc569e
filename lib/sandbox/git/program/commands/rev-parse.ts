import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { findContext, type Context } from '../setup/context';
import type { GitCommand, GitIo } from '../setup/git-io';
import { globPattern, hasGlob } from '../setup/glob';
import { prefixOf, seenFrom } from '../setup/pathspec';
import { previousPlace } from '../refs/reflog';
import { findObject, fullRef, pathFailure, revisionRange, selectCommits } from '../refs/revision';
import { currentBranch, isBare } from '../../repository';
import { lookAt } from '../../git-fs';
import { followedRef } from '../refs/push-destination';
import { mergeBases } from '../refs/history';
import { readDate } from '../people/read-date';

interface How {
  verify: boolean;
  quiet: boolean;
  short: number | undefined;
  abbrevRef: boolean;
  fullName: boolean;
  not: boolean;
  /** Prints names instead of their ids. */
  symbolic: boolean;
  /** Prints everything in one line, each item quoted. */
  sq: boolean;
  absolute: boolean;
  /** Prints only the revisions among the arguments, or only the others. */
  only: 'revisions' | 'others' | undefined;
  standard: string | undefined;
  /** Refs that the next `--all`, `--branches` and the like leave out. */
  exclude: RegExp[];
}

export const revParse: GitCommand = async (args, given) => {
  const context = await findContext(given);
  const how: How = {
    verify: false,
    quiet: false,
    short: undefined,
    abbrevRef: false,
    fullName: false,
    not: false,
    symbolic: false,
    sq: false,
    absolute: false,
    only: undefined,
    standard: undefined,
    exclude: [],
  };
  let seen = 0;
  let verified = 0;
  // `--sq` prints its output quoted, in one line.
  const quoted = (text: string) => `'${text.replace(/\n$/, '').replaceAll("'", String.raw`'\''`)}' `;
  // If a single revision is asked for, more than one is an error before anything is printed.
  const held: (string | Uint8Array)[] = [];
  const io: GitIo = {
    ...given,
    out: (text) => {
      const shown = how.sq && typeof text === 'string' ? quoted(text) : text;
      if (how.verify) held.push(shown);
      else given.out(shown);
    },
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      if (how.only !== 'revisions') for (const rest of args.slice(at)) io.out(`${rest}\n`);
      break;
    }
    if (arg === '--sq-quote') {
      given.out(
        `${args
          .slice(at + 1)
          .map((word) => ` ${quoted(word).trimEnd()}`)
          .join('')}\n`,
      );
      return 0;
    }
    if (arg === '--resolve-git-dir') {
      const path = args[at + 1] ?? '';
      if (!(await isBare(io.fs, resolveFrom(io.cwd, path)))) throw new GitFailure(`not a gitdir '${path}'`);
      io.out(`${path}\n`);
      at++;
    } else if (arg === '--git-path' || arg === '--default' || arg === '--prefix') {
      if (arg === '--git-path') io.out(`${gitFile(need(context), io, args[at + 1] ?? '', how.absolute)}\n`);
      if (arg === '--default') how.standard = args[at + 1];
      at++;
    } else if (arg.startsWith('-') && arg !== '-') await option(context, io, arg, how);
    else {
      seen++;
      if (how.verify) verified++;
      const code = await revision(need(context), io, arg, how);
      if (code !== 0) return code;
    }
  }
  if (seen === 0 && how.standard !== undefined) {
    const code = await revision(need(context), io, how.standard, how);
    for (const text of held) given.out(text);
    return code;
  }
  if (how.verify && verified !== 1) return refuse(io, how);
  for (const text of held) given.out(text);
  return 0;
};

function refuse(io: GitIo, { quiet }: How): number {
  if (quiet) return 1;
  io.err('fatal: Needed a single revision\n');
  return 128;
}

function need(context: Context | undefined): Context {
  if (!context) throw new GitFailure('not a git repository (or any of the parent directories): .git');
  return context;
}

const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The path of a file in the repository, relative to the caller's folder. */
function gitFile(context: Context, io: GitIo, name: string, absolute: boolean): string {
  const own = context.config.get('core.hooksPath');
  if (own !== undefined && (name === 'hooks' || name.startsWith('hooks/'))) return own + name.slice('hooks'.length);
  const path = `${absolute ? context.gitdir : gitPath(context, io)}/${name}`;
  if (absolute) return path;
  return path.startsWith(`${context.root}/`) && !context.bare
    ? seenFrom(context, io.cwd, path.slice(context.root.length + 1))
    : path;
}

/** The variables that belong to one repository. */
const LOCAL_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
];

function gitPath({ gitdir, root, bare }: Context, io: GitIo): string {
  if (bare) return io.cwd === gitdir ? '.' : gitdir;
  return gitdir === `${root}/.git` && io.cwd === root ? '.git' : gitdir;
}

async function option(context: Context | undefined, io: GitIo, arg: string, how: How): Promise<void> {
  const [name, value] = arg.split(/=(.*)/s);
  const say = (text: string) => io.out(`${text}\n`);
  const refs = async (prefix: string) => {
    const { refs } = need(context);
    const pattern = value === undefined ? undefined : globPattern(`${prefix}${value}`, { slashes: true });
    const left = how.exclude.splice(0);
    // `--branches` and the like compare the names within their folder.
    const isOut = (ref: string) => left.some((glob) => glob.test(prefix === 'refs/' ? ref : ref.slice(prefix.length)));
    for (const ref of await refs.list(prefix))
      if ((!pattern || pattern.test(ref.name)) && !isOut(ref.name))
        say(
          how.fullName
            ? ref.name
            : how.symbolic
              ? ref.name.slice(prefix === 'refs/' ? 0 : prefix.length)
              : ref.oid.slice(0, how.short),
        );
  };
  switch (name) {
    case '--verify':
      how.verify = true;
      return;
    case '-q':
    case '--quiet':
      how.quiet = true;
      return;
    case '--short':
      how.short = Number(value ?? 7);
      how.verify = true;
      return;
    case '--abbrev-ref':
      how.abbrevRef = true;
      return;
    case '--symbolic':
      how.symbolic = true;
      return;
    case '--symbolic-full-name':
      how.fullName = true;
      return;
    case '--not':
      how.not = !how.not;
      return;
    case '--sq':
      how.sq = true;
      return;
    case '--path-format':
      how.absolute = value === 'absolute';
      return;
    case '--revs-only':
      how.only = 'revisions';
      return;
    case '--no-revs':
      how.only = 'others';
      return;
    case '--glob': {
      const whole = `${value?.startsWith('refs/') ? '' : 'refs/'}${value ?? ''}`;
      const pattern = globPattern(hasGlob(whole) ? whole : `${whole.replace(/\/$/, '')}/*`, { slashes: true });
      const left = how.exclude.splice(0);
      for (const ref of await need(context).refs.list())
        if (pattern.test(ref.name) && !left.some((glob) => glob.test(ref.name))) say(how.fullName ? ref.name : ref.oid);
      return;
    }
    case '--exclude':
      how.exclude.push(globPattern(value ?? '', { slashes: true }));
      return;
    case '--since':
    case '--after':
      return say(`--max-age=${Math.floor(readDate(value ?? ''))}`);
    case '--until':
    case '--before':
      return say(`--min-age=${Math.floor(readDate(value ?? ''))}`);
    case '--disambiguate':
      for (const oid of (await need(context).objects.beginningWith(value ?? '')).toSorted()) say(oid);
      return;
    case '--local-env-vars':
      return say(LOCAL_VARIABLES.join('\n'));
    case '--shared-index-path':
      return;
    case '--flags':
    case '--parseopt':
      if (name === '--flags' && how.only === 'revisions') return;
      throw new GitFailure(`${name} is not supported in this sandbox: do without it`, 2);
    case '--no-flags':
    case '--end-of-options':
      return;
    case '--show-toplevel': {
      const { bare, root, gitdir } = need(context);
      if (bare || isInside(gitdir, io.cwd)) throw new GitFailure('this operation must be run in a work tree');
      return say(root);
    }
    case '--git-dir':
      return say(how.absolute ? need(context).gitdir : gitPath(need(context), io));
    case '--absolute-git-dir':
      return say(need(context).gitdir);
    case '--git-common-dir': {
      const found = need(context);
      return say(
        found.common === found.gitdir && !how.absolute
          ? io.cwd === found.root
            ? '.git'
            : seenFrom(found, io.cwd, '.git')
          : found.common,
      );
    }
    case '--show-prefix':
      return say(prefixOf(need(context), io.cwd));
    case '--show-cdup':
      return say('../'.repeat(prefixOf(need(context), io.cwd).split('/').length - 1));
    case '--is-inside-work-tree':
      return say(String(!need(context).bare && !isInside(need(context).gitdir, io.cwd)));
    case '--is-inside-git-dir':
      return say(String(isInside(need(context).gitdir, io.cwd)));
    case '--is-bare-repository':
      return say(String(need(context).bare && need(context).config.boolean('core.bare') !== false));
    case '--is-shallow-repository':
      return say(String((await lookAt(io.fs, `${need(context).common}/shallow`)) !== undefined));
    case '--show-object-format':
      return say('sha1');
    case '--show-superproject-working-tree':
      return;
    case '--all':
      return refs('refs/');
    case '--branches':
      return refs('refs/heads/');
    case '--tags':
      return refs('refs/tags/');
    case '--remotes':
      return refs('refs/remotes/');
    case '--show-ref-format':
      return say('files');
    default:
      if (how.verify) throw new GitFailure('Needed a single revision');
      if (how.only === 'revisions') return;
      return say(arg);
  }
}

async function revision(context: Context, io: GitIo, text: string, how: How): Promise<number> {
  const put = (oid: string, negative = false) =>
    io.out(`${negative !== how.not ? '^' : ''}${how.short === undefined ? oid : oid.slice(0, how.short)}\n`);
  if (how.only === 'others') {
    if (!(await isRevision(context, text))) io.out(`${text}\n`);
    return 0;
  }
  if (how.symbolic && (await isRevision(context, text))) {
    io.out(`${text}\n`);
    return 0;
  }
  if (how.abbrevRef || how.fullName) {
    const name = await symbolic(context, text);
    if (name !== undefined) {
      io.out(`${how.abbrevRef ? name.replace(/^refs\/(?:heads|tags|remotes)\//, '') : name}\n`);
      return 0;
    }
    if ((await findObject(context, text).catch(() => undefined)) !== undefined) {
      if (how.abbrevRef && text === 'HEAD') io.out('HEAD\n');
      return 0;
    }
  }
  const range = revisionRange(text);
  if (!how.verify && (range || /\^(?:@|!|-\d*)$/.test(text))) {
    const chosen = await selectCommits(context, text);
    if (chosen) {
      for (const oid of range?.symmetric ? chosen.include.toReversed() : chosen.include) put(oid);
      const bases = range?.symmetric ? await mergeBases(context, chosen.include) : chosen.exclude;
      for (const oid of bases) put(oid, true);
      return 0;
    }
  }
  const negative = text.startsWith('^');
  const oid = await findObject(context, negative ? text.slice(1) : text).catch((error: unknown) => {
    if (!how.quiet) throw error;
    // A reflog that is too short ends everything.
    if (error instanceof GitFailure && / only has \d+ entries$/.test(error.message)) throw new GitFailure('', 128);
    return undefined;
  });
  if (oid !== undefined) {
    put(oid, negative);
    return 0;
  }
  if (how.verify) return refuse(io, how);
  if (how.only === 'revisions') return 0;
  if (await lookAt(context.fs, resolveFrom(io.cwd, text))) {
    io.out(`${text}\n`);
    return 0;
  }
  const failure = await pathFailure(context, text);
  if (failure) {
    io.out(`${text}\n`);
    throw failure;
  }
  io.err(
    `fatal: ambiguous argument '${text}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'\n`,
  );
  io.out(`${text}\n`);
  return 128;
}

const isRevision = async (context: Context, text: string): Promise<boolean> =>
  (await selectCommits(context, text).catch(() => undefined)) !== undefined ||
  (await findObject(context, text.replace(/^\^/, '')).catch(() => undefined)) !== undefined;

async function symbolic(context: Context, text: string): Promise<string | undefined> {
  const [, base, kind] = /^(.*)@\{(u|upstream|push)\}$/i.exec(text) ?? [];
  if (kind !== undefined) {
    const branch = base === undefined || ['', '@', 'HEAD'].includes(base) ? await currentBranch(context) : base;
    if (branch === undefined) throw new GitFailure('HEAD does not point to a branch');
    const followed = await followedRef(context, branch, kind);
    return (await context.refs.resolve(followed)) === undefined ? undefined : followed;
  }
  const back = /^@\{-(\d+)\}$/.exec(text)?.[1];
  const previous = back === undefined ? undefined : await previousPlace(context, Number(back));
  if (previous !== undefined) return fullRef(context, previous);
  if (text === 'HEAD' || text === '@')
    return (await context.refs.resolve('HEAD')) === undefined
      ? undefined
      : ((await context.refs.target('HEAD')) ?? 'HEAD');
  const ref = await fullRef(context, text);
  return ref === undefined ? undefined : ((await context.refs.target(ref)) ?? ref);
}
