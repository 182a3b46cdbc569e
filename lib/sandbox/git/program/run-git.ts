import { ownValue } from '../../../protocol/own-value';
import { messageOf } from '@/lib/protocol/message-of';
import { useTimeZone } from '../../time-zone';
import { isBelow, resolveFrom } from '../../paths';
import { GitFailure } from '../git-failure';
import { GIT_COMMANDS } from './commands';
import { REFUSED } from './refused';
import { similarText } from './similar-command';
import { passSetting, passWritten, readConfig } from './setup/config';
import { findContext, openContext } from './setup/context';
import { lookAt } from '../git-fs';
import { prefixOf } from './setup/pathspec';
import type { GitIo } from './setup/git-io';

/** The version of git that this one follows. */
const VERSION = '2.39.5';
const MOST_ALIASES = 10;

/** Runs the git program and returns its exit code; never throws. */
export async function runGit(args: readonly string[], io: GitIo): Promise<number> {
  useTimeZone(io.env.TZ);
  try {
    const { name, rest, io: inside } = await leading(args, io);
    return await runCommand(name, rest, inside, 0);
  } catch (error) {
    const outside = error instanceof GitFailure && error.exitCode === 129 && (await isOutside(args, io));
    const exitCode = error instanceof GitFailure && !outside ? error.exitCode : 128;
    const said = error instanceof GitFailure ? error.message : messageOf(error);
    const message = outside ? 'not a git repository (or any of the parent directories): .git' : said;
    const own = error instanceof GitFailure && !outside ? error.prefix : 'fatal: ';
    const prefix = message.startsWith('usage: ') ? '' : own;
    if (message !== '') io.err(`${prefix}${message}\n`);
    return exitCode;
  }
}

/** Commands that need no repository. */
const ANYWHERE = new Set([
  'init',
  'clone',
  'config',
  'diff',
  'apply',
  'hash-object',
  'ls-remote',
  'stripspace',
  'check-ref-format',
  'grep',
  'bundle',
  'merge-file',
  'interpret-trailers',
  'patch-id',
  'shortlog',
  'var',
  'column',
]);

/** git looks for a repository before it checks options. */
async function isOutside(args: readonly string[], io: GitIo): Promise<boolean> {
  const name = args.find((arg) => !arg.startsWith('-')) ?? '';
  return GIT_COMMANDS.has(name) && !ANYWHERE.has(name) && (await findContext(io).catch(() => undefined)) === undefined;
}

async function runCommand(
  name: string | undefined,
  rest: readonly string[],
  io: GitIo,
  depth: number,
): Promise<number> {
  if (name === 'help' && rest.length > 0 && !rest[0]?.startsWith('-')) return helpFor(rest[0] ?? '', io);
  if (name === undefined || name === 'help') {
    io.out(`${USAGE}\ncommands: ${[...GIT_COMMANDS.keys()].join(', ')}\n`);
    return name === undefined ? 1 : 0;
  }
  if (name === '--version' || name === 'version') {
    io.out(`git version ${VERSION}\n`);
    return 0;
  }
  if (name === 'exec-path' || name?.startsWith('/')) {
    io.out(`${name === 'exec-path' ? '/usr/lib/git-core' : name}\n`);
    return 0;
  }
  const command = GIT_COMMANDS.get(name);
  if (command && rest.length === 1 && rest[0] === '-h') {
    io.out(`usage: git ${name} [<options>] [<arguments>]\n`);
    return 129;
  }
  if (command && rest[0] === '--help') return helpFor(name, io);
  if (command) return (await command(rest, io)) ?? 0;
  if (depth === MOST_ALIASES && (await configOf(io)).get(`alias.${name}`) !== undefined)
    throw new GitFailure(`alias loop detected: expansion of '${name}' does not terminate`);
  const alias = depth < MOST_ALIASES ? (await configOf(io)).get(`alias.${name}`) : undefined;
  if (alias?.startsWith('!')) {
    const context = await findContext(io);
    return (
      await io.run(['sh', '-c', `${alias.slice(1)} "$@"`, alias.slice(1), ...rest], {
        cwd: context?.root ?? io.cwd,
        env: { ...io.env, ...(context && { GIT_PREFIX: prefixOf(context, io.cwd) }) },
      })
    ).code;
  }
  if (alias !== undefined) {
    if (unclosedQuote(alias)) throw new GitFailure(`bad alias.${name} string: unclosed quote`);
    const { name: inner, rest: more, io: inside } = await leading(words(alias), io);
    if (inner === undefined && more.length + rest.length === 0) {
      io.err(`expansion of alias '${name}' failed; '${alias.trim()}' is not a git command\n`);
      return 1;
    }
    return runCommand(inner, [...more, ...rest], inside, depth + 1);
  }
  if (name === 'submodule' && !['add', 'set-url'].includes(rest[0] ?? '') && !(await hasSubmodules(io))) return 0;
  const refused = ownValue(REFUSED, name);
  const suggests = (await configOf(io)).get('help.autocorrect') !== 'never';
  io.err(
    refused === undefined
      ? `git: '${name}' is not a git command. See 'git --help'.\n${suggests ? similarText(name, await aliases(io)) : ''}`
      : `git: '${name}' is not supported in this sandbox: ${refused}\n`,
  );
  return refused === undefined ? 1 : 2;
}

/** `git help NAME`. */
async function helpFor(name: string, io: GitIo): Promise<number> {
  const alias = (await configOf(io)).get(`alias.${name}`);
  if (alias !== undefined) io.out(`'${name}' is aliased to '${alias}'\n`);
  else if (GIT_COMMANDS.has(name) || ownValue(REFUSED, name) !== undefined)
    io.err(`error: there are no manual pages in this sandbox: try \`git ${name} -h\`\n`);
  else io.err(`No manual entry for git${name}\n`);
  return alias === undefined ? 16 : 0;
}

/** Without submodules, commands about them have nothing to do. */
async function hasSubmodules(io: GitIo): Promise<boolean> {
  const { root, fs } = await openContext(io);
  return (await lookAt(fs, `${root}/.gitmodules`)) !== undefined;
}

/** The names of all aliases. */
const aliases = async (io: GitIo): Promise<string[]> =>
  (await configOf(io)).all.flatMap(({ key }) => /^alias\.(.+)$/.exec(key)?.slice(1) ?? []);

async function configOf(io: GitIo) {
  const context = await findContext(io);
  if (context) return context.config;
  return readConfig(io, undefined);
}

/** Whether a quote in an alias is not closed. */
const unclosedQuote = (text: string): boolean => /["']/.test(text.replaceAll(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'/g, ''));

/** The words that an alias expands to. */
const words = (text: string): string[] =>
  [...text.matchAll(/(?:[^\s"']|"(?:[^"\\]|\\.)*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_, double?: string, single?: string) => double?.replaceAll(/\\(.)/g, '$1') ?? single ?? '',
    ),
  );

async function folderAt(io: GitIo, cwd: string, given: string): Promise<string> {
  const path = resolveFrom(cwd, given);
  if ((await lookAt(io.fs, path))?.type !== 'directory')
    throw new GitFailure(`cannot change to '${given}': No such file or directory`);
  return path;
}

/** Runs a command in the folder of `GIT_WORK_TREE`, unless it is already in it. */
async function inWorkTree(io: GitIo): Promise<GitIo> {
  const { GIT_DIR, GIT_WORK_TREE } = io.env;
  if (GIT_WORK_TREE === undefined) return io;
  const root = resolveFrom(io.cwd, GIT_WORK_TREE);
  const gitdir = GIT_DIR === undefined ? (await findContext(io))?.gitdir : resolveFrom(io.cwd, GIT_DIR);
  if (gitdir === undefined) return io;
  const env = { ...io.env, GIT_DIR: gitdir, GIT_WORK_TREE: root };
  return { ...io, env, cwd: isBelow(io.cwd, root) ? io.cwd : root };
}

/** Options for all paths of a command; the environment passes them on. */
const PATHSPEC_MODES = new Set(['--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs']);

/** `--config-env name=VAR`: the setting has the variable's value. */
function passVariable(env: Record<string, string>, given: string | undefined): void {
  if (given === undefined) throw new GitFailure('no config key given for --config-env', 129, '');
  const cut = given.lastIndexOf('=');
  const [name, variable] = [given.slice(0, Math.max(0, cut)), given.slice(cut + 1)];
  if (cut < 0) throw new GitFailure(`invalid config format: ${given}`);
  if (variable === '') throw new GitFailure(`missing environment variable name for configuration '${name}'`);
  const value = env[variable];
  if (value === undefined)
    throw new GitFailure(`missing environment variable '${variable}' for configuration '${name}'`);
  passSetting(env, name, value);
}

const USAGE = `usage: git [-v | --version] [-h | --help] [-C <path>] [-c <name>=<value>]
           [--exec-path[=<path>]] [--html-path] [--man-path] [--info-path]
           [-p | --paginate | -P | --no-pager] [--no-replace-objects] [--bare]
           [--git-dir=<path>] [--work-tree=<path>] [--namespace=<name>]
           [--super-prefix=<path>] [--config-env=<name>=<envvar>]
           <command> [<args>]
`;

/** The value of an option before the subcommand. */
function needed(value: string | undefined, why: string): string {
  if (value === undefined) throw new GitFailure(`${why}\n${USAGE.trimEnd()}`, 129, '');
  return value;
}

/** Where a machine keeps git's documents. */
const PLACES: Readonly<Record<string, string>> = {
  '--html-path': '/usr/share/doc/git/html',
  '--man-path': '/usr/share/man',
  '--info-path': '/usr/share/info',
};

/** Reads the options before the subcommand. */
async function leading(
  args: readonly string[],
  io: GitIo,
): Promise<{ name: string | undefined; rest: readonly string[]; io: GitIo }> {
  const rest = [...args];
  let { cwd } = io;
  const env = { ...io.env };
  while (rest[0]?.startsWith('-')) {
    const option = rest[0];
    if (option === '--version' || option === '-v') return { name: 'version', rest: [], io };
    if (option === '--exec-path') return { name: 'exec-path', rest: [], io };
    const place = PLACES[option];
    if (place !== undefined) return { name: place, rest: [], io };
    rest.shift();
    const [, key, value] = /^(--git-dir|--work-tree|--namespace|--config-env|--exec-path)=(.*)$/.exec(option) ?? [];
    if (option === '-C') cwd = await folderAt(io, cwd, needed(rest.shift(), "no directory given for '-C' option"));
    else if (option === '-c') passWritten(env, needed(rest.shift(), '-c expects a configuration string'));
    else if (option === '--help' || option === '-h') return { name: 'help', rest: rest.slice(0, 1), io };
    else if (key === '--git-dir' || option === '--git-dir') env.GIT_DIR = value ?? rest.shift() ?? '';
    else if (key === '--work-tree' || option === '--work-tree') env.GIT_WORK_TREE = value ?? rest.shift() ?? '';
    else if (key === '--namespace' || option === '--namespace')
      throw new GitFailure('--namespace is not supported in this sandbox: name refs in full', 2, 'error: ');
    else if (option === '--bare') env.GIT_DIR = cwd;
    else if (key === '--config-env' || option === '--config-env') passVariable(env, value ?? rest.shift());
    else if (option === '--no-optional-locks') env.GIT_OPTIONAL_LOCKS = '0';
    else if (option === '--no-replace-objects') env.GIT_NO_REPLACE_OBJECTS = '1';
    else if (PATHSPEC_MODES.has(option)) env[`GIT_${option.slice(2).replace('-', '_').toUpperCase()}`] = '1';
    else if (key !== '--exec-path' && !['--no-pager', '-p', '--paginate', '-P'].includes(option))
      throw new GitFailure(`unknown option: ${option}\n${USAGE.trimEnd()}`, 129, '');
  }
  const [name, ...others] = rest;
  const inside = { ...io, cwd, env };
  return { name, rest: others, io: name === 'init' || name === 'clone' ? inside : await inWorkTree(inside) };
}
