import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { currentBranch, isBare } from '../../repository';
import { readCommit } from '../../store/commit';
import { findContext, type Context } from '../setup/context';
import type { GitCommand, GitIo } from '../setup/git-io';
import { globPattern, hasGlob } from '../setup/glob';
import { previousPlace } from '../refs/reflog';
import {
  findCommit,
  findObject,
  fullRef,
  noSuchPath,
  pathFailure,
  revisionRange,
  unknownRevision,
} from '../refs/revision';
import { followedRef } from '../refs/push-destination';
import { mergeBases, parentsOf } from '../refs/history';
import { shortestRef } from '../refs/short-ref';
import { readDate } from '../people/read-date';
import { gitPathText, placeText, type PathFormat } from './rev-parse-place';

/** What the options before an argument say. */
interface How {
  verify: boolean;
  quiet: boolean;
  short: number | undefined;
  /** How names are shown instead of ids. */
  names: 'as written' | 'full' | undefined;
  /** Names as short as they may be. */
  abbrevRef: 'strict' | 'loose' | undefined;
  not: boolean;
  /** Prints everything in one line, each item quoted. */
  sq: boolean;
  /** What is printed: revisions, what is none, options, and what is none. */
  readonly shows: { revisions: boolean; others: boolean; flags: boolean; plain: boolean };
  standard: string | undefined;
  format: PathFormat;
  /** What stands before the paths. */
  prefix: string | undefined;
  /** Refs that the next `--all`, `--branches` and the like leave out. */
  exclude: RegExp[];
}

const plainHow = (): How => ({
  verify: false,
  quiet: false,
  short: undefined,
  names: undefined,
  abbrevRef: undefined,
  not: false,
  sq: false,
  shows: { revisions: true, others: true, flags: true, plain: true },
  standard: undefined,
  format: undefined,
  prefix: undefined,
  exclude: [],
});

/** A revision among the arguments. */
interface Named {
  readonly oid: string;
  readonly negative?: boolean;
  readonly name?: string;
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

/** Options that choose commits; others go to other commands. */
const OF_REVISIONS =
  /^(?:-\d.*|--(?:all|bisect|dense|branches|header|ignore-missing|no-merges|no-min-parents|no-max-parents|objects|objects-edge|parents|pretty|remotes|sparse|tags|topo-order|date-order|unpacked)|--(?:branches|max-age|max-count|min-age|min-parents|max-parents|remotes|glob|tags)=.*)$/s;

/** Options with the next argument as their value. */
const WITH_VALUE = new Set(['--git-path', '--default', '--prefix', '-n']);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}' `;

/** What is printed comes at the end, as from a program that writes into a buffer: a failure is told before it. */
export const revParse: GitCommand = async (args, io) => {
  const held: (string | Uint8Array)[] = [];
  try {
    return await readArguments(args, { ...io, out: (text) => void held.push(text) });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (error.message !== '') io.err(`${error.prefix}${error.message}\n`);
    return error.exitCode;
  } finally {
    for (const text of held) io.out(text);
  }
};

const readArguments: GitCommand = async (args, io) => {
  if (args[0] === '--sq-quote') {
    const words = args.slice(1).map((word) => ` ${quoted(word).trimEnd()}`);
    return io.out(`${words.join('')}\n`);
  }
  const context = await findContext(io);
  if (args.length === 0) need(context);
  const how = plainHow();
  const isCut = args.includes('--');
  const left = [...args];
  let found: Named | undefined;
  let count = 0;
  let ended = false;
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const isOption = !ended && arg.startsWith('-') && arg !== '-';
    if (arg === '--') {
      if (how.shows.flags || how.shows.revisions) await sayPath(need(context), how, '--', '');
      for (const path of left) await sayPath(need(context), how, path);
      break;
    }
    if (arg === '--end-of-options' && !ended) {
      ended = true;
      if (how.shows.flags || how.shows.revisions) await sayPath(need(context), how, arg, '');
    } else if (isOption) await option(context, io, arg, left, how);
    else if (!(await several(need(context), arg, how))) {
      const negative = arg.startsWith('^');
      const name = negative ? arg.slice(1) : arg;
      const oid = await objectOf(need(context), name, how);
      if (oid === undefined) {
        if (how.verify) throw single(how);
        if (isCut) throw new GitFailure(`bad revision '${arg}'`);
        await paths(need(context), how, [arg, ...left]);
        return 0;
      }
      found = { oid, negative, name };
      if (how.verify) count++;
      else await say(need(context), how, found);
    }
  }
  if (how.verify && count === 1 && found) await say(need(context), how, found);
  else if (how.verify && (count > 0 || !(await sayStandard(context, how)))) throw single(how);
  else if (!how.verify) await sayStandard(context, how);
  return 0;
};

function need(context: Context | undefined): Context {
  if (!context) throw new GitFailure('not a git repository (or any of the parent directories): .git');
  return context;
}

const single = ({ quiet }: How): GitFailure =>
  quiet ? new GitFailure('', 1, '') : new GitFailure('Needed a single revision');

async function objectOf(context: Context, name: string, how: How): Promise<string | undefined> {
  return findObject(context, name).catch((error: unknown) => {
    if (!how.quiet) throw error;
    // A reflog that is too short ends everything.
    if (error instanceof GitFailure && / only has \d+ entries$/.test(error.message)) throw new GitFailure('', 128);
    return undefined;
  });
}

const put = ({ io }: Context, { sq }: How, text: string): void => io.out(sq ? quoted(text) : `${text}\n`);

/** Prints a revision: its id, or its name if names are asked for and it has one. */
async function say(context: Context, how: How, { oid, negative = false, name }: Named): Promise<void> {
  if (!how.shows.revisions) return;
  how.standard = undefined;
  const mark = negative !== how.not ? '^' : '';
  if ((how.names === undefined && how.abbrevRef === undefined) || name === undefined)
    return put(context, how, mark + (how.short === undefined ? oid : oid.slice(0, how.short)));
  if (how.names === 'as written' && how.abbrevRef === undefined) return put(context, how, mark + name);
  const full = await fullName(context, name);
  if (full === undefined) return;
  const strict = how.abbrevRef === 'strict';
  put(context, how, mark + (how.abbrevRef === undefined ? full : await shortestRef(context, full, { strict })));
}

/** `--default`: the revision that is meant if none is named. */
async function sayStandard(context: Context | undefined, how: How): Promise<boolean> {
  const { standard } = how;
  how.standard = undefined;
  const oid = standard === undefined ? undefined : await findObject(need(context), standard).catch(() => undefined);
  if (oid === undefined || standard === undefined) return false;
  await say(need(context), how, { oid, name: standard });
  return true;
}

async function sayPath(context: Context, how: How, path: string, prefix = how.prefix ?? ''): Promise<void> {
  await sayStandard(context, how);
  if (how.shows.plain && how.shows.others) put(context, how, prefix + path);
}

/** The arguments from the first one that is no revision: paths that must be there, if they are shown. */
async function paths(context: Context, how: How, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    if (at > 0 && name === '--') continue;
    await sayPath(context, how, name);
    if (!how.shows.plain || !how.shows.others) continue;
    const base = how.prefix === undefined ? context.io.cwd : `${context.root}/${how.prefix}`;
    if (at > 0 && name.startsWith('-')) throw new GitFailure(`option '${name}' must come before non-option arguments`);
    if (await lookAt(context.fs, resolveFrom(base, name))) continue;
    if (at > 0) throw new GitFailure(noSuchPath(name));
    throw (await pathFailure(context, name)) ?? unknownRevision(name);
  }
}

/** `a..b`, `a...b`, `a^@`, `a^!` and `a^-2`; false for anything else. */
async function several(context: Context, text: string, how: How): Promise<boolean> {
  const range = text === '..' ? undefined : revisionRange(text);
  const ends = range && [await commitOf(context, range.from), await commitOf(context, range.to)];
  if (range && ends?.[0] !== undefined && ends[1] !== undefined) {
    await say(context, how, { oid: ends[1], name: range.to });
    await say(context, how, { oid: ends[0], negative: !range.symmetric, name: range.from });
    const bases = range.symmetric ? await mergeBases(context, [ends[0], ends[1]]) : [];
    for (const oid of bases) await say(context, how, { oid, negative: true });
    return true;
  }
  const [, base, mark, number] = /^(.+)\^(?:([!@])|-(\d*))$/.exec(text) ?? [];
  if (base === undefined || number === '0') return false;
  const oid = await commitOf(context, base);
  if (oid === undefined) return false;
  const parents = await parentsOf(context, await readCommit(context.objects, oid));
  const only = mark === undefined ? Number(number || 1) : 0;
  if (only > parents.length) return false;
  if (mark !== '@') await say(context, how, { oid, name: base });
  for (const [at, parent] of parents.entries())
    if (only === 0 || at + 1 === only)
      await say(context, how, {
        oid: parent,
        negative: mark !== '@',
        ...(how.names !== undefined && { name: `${base}^${at + 1}` }),
      });
  return true;
}

const commitOf = (context: Context, name: string): Promise<string | undefined> =>
  findCommit(context, name).catch(() => undefined);

/** The ref that a name means. */
async function fullName(context: Context, text: string): Promise<string | undefined> {
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
  const ref = text === '@' ? 'HEAD' : await fullRef(context, text);
  return ref === undefined ? undefined : ((await context.refs.target(ref)) ?? ref);
}

/** The refs in a folder, without it; those that the last `--exclude` names are left out. */
async function refsIn(context: Context, how: How, folder: string, glob?: string): Promise<void> {
  const whole = glob === undefined ? undefined : `${folder}${glob}`;
  const pattern =
    whole === undefined
      ? undefined
      : globPattern(hasGlob(whole) ? whole : `${whole.replace(/\/$/, '')}/*`, { slashes: true });
  const left = how.exclude.splice(0);
  for (const ref of await context.refs.list(folder)) {
    const name = folder === 'refs/' ? ref.name : ref.name.slice(folder.length);
    if ((!pattern || pattern.test(ref.name)) && !left.some((one) => one.test(name)))
      await say(context, how, { oid: ref.oid, name });
  }
}

const FOLDERS: Readonly<Record<string, string>> = {
  '--branches': 'refs/heads/',
  '--tags': 'refs/tags/',
  '--remotes': 'refs/remotes/',
};

async function option(context: Context | undefined, io: GitIo, arg: string, left: string[], how: How): Promise<void> {
  const [name = '', value] = arg.split(/=(.*)/s);
  if (arg === '--local-env-vars') return io.out(`${LOCAL_VARIABLES.join('\n')}\n`);
  if (arg === '--parseopt') throw new GitFailure(`${arg} is not supported in this sandbox: do without it`, 2);
  if (arg === '--resolve-git-dir') {
    const path = left.shift();
    if (path === undefined) throw new GitFailure('--resolve-git-dir requires an argument');
    if (!(await isBare(io.fs, resolveFrom(io.cwd, path)))) throw new GitFailure(`not a gitdir '${path}'`);
    return io.out(`${path}\n`);
  }
  const found = need(context);
  if (WITH_VALUE.has(arg)) {
    const next = left.shift();
    if (next === undefined) throw new GitFailure(`${arg} requires an argument`);
    if (arg === '--git-path') io.out(`${gitPathText(found, next, how.format)}\n`);
    else if (arg === '--default') how.standard = next;
    else if (arg === '--prefix') how.prefix = next;
    else if (how.shows.flags && how.shows.revisions) for (const text of [arg, next]) put(found, how, text);
    return;
  }
  if (await changeHow(found, name, value, how)) return;
  const folder = FOLDERS[name];
  if (folder !== undefined) return refsIn(found, how, folder, value);
  if (arg === '--all') return refsIn(found, how, 'refs/');
  if (name === '--glob' && value !== undefined) {
    const whole = value.startsWith('refs/') ? value.slice('refs/'.length) : value;
    return refsIn(found, how, 'refs/', whole);
  }
  const place = await placeText(found, arg, how.format);
  if (place !== undefined) return io.out(place);
  if (/^--(?:since|after|until|before)$/.test(name) && value !== undefined) {
    const limit = name === '--since' || name === '--after' ? 'max' : 'min';
    if (how.shows.flags && how.shows.revisions) put(found, how, `--${limit}-age=${Math.floor(readDate(value))}`);
  } else if (name === '--disambiguate' && value !== undefined)
    // git does not look for fewer digits.
    for (const oid of value.length < 4 ? [] : (await found.objects.beginningWith(value)).toSorted())
      await say(found, how, { oid });
  else if (name === '--show-object-format') io.out('sha1\n');
  else if (arg === '--bisect') {
    for (const { oid, name: ref } of await found.refs.list('refs/bisect/'))
      if (/^refs\/bisect\/(?:bad|good)/.test(ref))
        await say(found, how, { oid, name: ref, negative: ref.startsWith('refs/bisect/good') });
  } else if (/^-n./.test(arg)) {
    if (how.shows.flags && how.shows.revisions) put(found, how, arg);
  } else if (how.shows.flags && (OF_REVISIONS.test(arg) ? how.shows.revisions : how.shows.others)) put(found, how, arg);
}

/** Options that change how what follows is printed; false for another option. */
async function changeHow(context: Context, name: string, value: string | undefined, how: How): Promise<boolean> {
  switch (name) {
    case '--verify':
    case '--short':
      how.verify = true;
      how.shows.flags = how.shows.others = false;
      if (name === '--short') how.short = shortLength(context, value);
      return true;
    case '-q':
    case '--quiet':
      how.quiet = true;
      return true;
    case '--abbrev-ref':
      if (value !== undefined && value !== 'strict' && value !== 'loose')
        throw new GitFailure(`unknown mode for --abbrev-ref: ${value}`);
      how.abbrevRef = value ?? (context.config.boolean('core.warnAmbiguousRefs') === false ? 'loose' : 'strict');
      return true;
    case '--symbolic':
      how.names = 'as written';
      return true;
    case '--symbolic-full-name':
      how.names = 'full';
      return true;
    case '--not':
      how.not = !how.not;
      return true;
    case '--sq':
      how.sq = true;
      return true;
    case '--path-format':
      if (value === undefined) throw new GitFailure('--path-format requires an argument');
      if (value !== 'absolute' && value !== 'relative')
        throw new GitFailure(`unknown argument to --path-format: ${value}`);
      how.format = value;
      return true;
    case '--revs-only':
      how.shows.others = false;
      return true;
    case '--no-revs':
      how.shows.revisions = false;
      return true;
    case '--flags':
      how.shows.plain = false;
      return true;
    case '--no-flags':
      how.shows.flags = false;
      return true;
    case '--exclude':
      if (value === undefined) return false;
      how.exclude.push(globPattern(value, { slashes: true }));
      return true;
    default:
      return false;
  }
}

/** How many digits `--short` shows. */
function shortLength({ config }: Context, value: string | undefined): number {
  if (value === undefined) return config.integer('core.abbrev') ?? 7;
  return Math.min(40, Math.max(4, Number.parseInt(value, 10) || 0));
}
