import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText } from '../../git-fs';
import { parentFolder } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import {
  addSetting,
  asBoolean,
  changeSection,
  isSectionName,
  normalKey,
  parseConfig,
  removeSettings,
  type ConfigSetting,
} from '../../store/config';
import { saveConfig } from '../setup/change-config';
import { KNOWN_TYPES, typedValue } from './typed-value';
import { colorCode } from '../terminal/color';
import { fileOfWorktree, globalFile, localFile, readConfig, settingsIn, type ScopedSetting } from '../setup/config';
import { matchUrl } from '../setup/url-match';
import { findContext } from '../setup/context';
import { openEditor } from '../terminal/editor';
import type { GitCommand, GitIo } from '../setup/git-io';
import { readOptions, type Options } from '../terminal/options';
import { findObject } from '../refs/revision';

type Flag =
  | 'global'
  | 'local'
  | 'system'
  | 'worktree'
  | 'list'
  | 'get'
  | 'getAll'
  | 'getRegexp'
  | 'add'
  | 'unset'
  | 'unsetAll'
  | 'replaceAll'
  | 'rename'
  | 'remove'
  | 'edit'
  | 'bool'
  | 'int'
  | 'path'
  | 'names'
  | 'zero'
  | 'origin'
  | 'scope'
  | 'includes'
  | 'noIncludes'
  | 'getColorBool'
  | 'boolOrInt'
  | 'expiry'
  | 'fixed';
type Value = 'file' | 'blob' | 'type' | 'standard' | 'urlmatch' | 'getColor';

/** The name of standard input in place of a file. */
const STDIN = '-';

export const gitConfig: GitCommand = async (args, io) => {
  const options = readOptions<Flag, Exclude<Value, 'getColor'>, 'getColor'>(args, {
    flags: {
      global: '--global',
      local: '--local',
      system: '--system',
      worktree: '--worktree',
      list: '-l --list',
      get: '--get',
      getAll: '--get-all',
      getRegexp: '--get-regexp',
      add: '--add',
      unset: '--unset',
      unsetAll: '--unset-all',
      replaceAll: '--replace-all',
      rename: '--rename-section',
      remove: '--remove-section',
      edit: '-e --edit',
      bool: '--bool',
      expiry: '--expiry-date',
      int: '--int',
      path: '--path',
      names: '--name-only',
      zero: '-z --null',
      origin: '--show-origin',
      scope: '--show-scope',
      includes: '--includes',
      noIncludes: '--no-includes',
      getColorBool: '--get-colorbool',
      boolOrInt: '--bool-or-int',
      fixed: '--fixed-value',
    },
    optional: { getColor: '--get-color' },
    stopEarly: true,
    values: { file: '-f --file', blob: '--blob', type: '--type', standard: '--default', urlmatch: '--get-urlmatch' },
  });
  const files = (['global', 'local', 'system', 'worktree'] as const).filter((name) => options.is(name));
  if (files.length + options.values('file').slice(0, 1).length + options.values('blob').slice(0, 1).length > 1)
    throw new GitFailure('only one config file at a time', 129, 'error: ');
  const file = await chosenFile(io, options);
  if (file === STDIN && options.is('edit')) throw new GitFailure('editing stdin is not supported');
  mustHavePattern(options);
  typeOf(options);
  const isRead = ['list', 'get', 'getAll', 'getRegexp'].some((name) => options.is(name as Flag));
  mustHaveArguments(options);
  const [key, value] = options.rest;
  if (options.is('getColorBool')) return colorBool(io, await readable(io, options, file), options.rest);
  const standardColor = options.value('getColor');
  if (standardColor !== undefined) {
    const [name = standardColor, standard = ''] = options.rest;
    const color =
      name === ''
        ? standard
        : ((await readable(io, options, file)).findLast((one) => one.key === normalKey(name))?.value ?? standard);
    return io.out(color === '' ? '' : colorCode(color));
  }
  if (options.is('names') && !options.is('list') && !options.is('getRegexp'))
    throw new GitFailure('--name-only is only applicable to --list or --get-regexp', 129, 'error: ');
  if (options.is('edit')) {
    if (key !== undefined) throw new GitFailure('wrong number of arguments, should be 0', 129, 'error: ');
    if (file === '') throw new GitFailure('not in a git directory');
    const config = await readConfig(io, await findContext(io));
    // git ends well whatever the editor does.
    return openEditor({ io, config }, file).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      io.err(`error: ${error.message}\n`);
    });
  }
  const changes = ['add', 'unset', 'unsetAll', 'replaceAll', 'rename', 'remove'].some((name) =>
    options.is(name as Flag),
  );
  if (changes || (!isRead && value !== undefined)) return change(io, file, options);
  const all = await readable(io, options, file);
  const address = options.value('urlmatch');
  if (address !== undefined) return urlMatch(io, all, address, options);
  if (options.is('list')) return list(io, all, options);
  if (key === undefined) throw new GitFailure('wrong number of arguments, should be 1', 129);
  if (options.is('getRegexp')) return regexp(io, all, key, options);
  if (!key.includes('.')) throw new GitFailure(`key does not contain a section: ${key}`, 1);
  if (key.endsWith('.')) throw new GitFailure(`key does not contain variable name: ${key}`, 1);
  const wanted = normalKey(key);
  const found = all.filter(
    (setting) => setting.key === wanted && (value === undefined || fitsValue(options, value)(setting)),
  );
  const shown = options.is('getAll') ? found : found.slice(-1);
  const standard = options.value('standard');
  if (shown.length === 0 && standard !== undefined) return io.out(`${typed(standard, key, options, io.env.HOME)}\n`);
  for (const one of shown)
    io.out(
      `${originOf(one, options)}${typed(one.value, key, options, io.env.HOME)}${options.is('zero') ? '\0' : '\n'}`,
    );
  return shown.length > 0 ? 0 : 1;
};

type ConfigOptions = Options<Flag, Value>;

/** How many arguments each action takes. */
const ARGUMENTS: Readonly<Partial<Record<Flag, readonly [number, number]>>> = {
  get: [1, 2],
  getAll: [1, 2],
  getRegexp: [1, 2],
  add: [2, 2],
  replaceAll: [2, 3],
  unset: [1, 2],
  unsetAll: [1, 2],
  rename: [2, 2],
  remove: [1, 1],
  list: [0, 0],
  getColorBool: [1, 2],
};

function mustHaveArguments(options: ConfigOptions): void {
  const action = (Object.keys(ARGUMENTS) as Flag[]).find((name) => options.is(name));
  const [least, most] = (action && ARGUMENTS[action]) ?? [0, Infinity];
  const count = options.rest.length;
  if (count >= least && count <= most) return;
  throw new GitFailure(
    `wrong number of arguments, should be ${least === most ? least : `from ${least} to ${most}`}`,
    129,
    'error: ',
  );
}

/** `--get-colorbool name [is-terminal]`: whether to colour; with a second argument the answer is printed, otherwise it is the exit code. */
function colorBool(io: GitIo, all: readonly ScopedSetting[], [name = '', terminal]: readonly string[]): number {
  const of = (key: string) => all.findLast((one) => one.key === key)?.value;
  const setting = of(normalKey(name)) ?? of('color.ui') ?? 'auto';
  const on = setting === 'always' || (setting !== 'never' && asBoolean(setting) !== false && terminal === 'true');
  // A terminal without colours counts as none.
  const shown = on && (setting === 'always' || !['dumb', undefined].includes(io.env.TERM));
  if (terminal === undefined) return shown ? 0 : 1;
  io.out(`${shown}\n`);
  return 0;
}

/** Whether a setting has a value: one that matches a pattern, `!` in front of which reverses it, or with `--fixed-value` just that one. */
const fitsValue =
  (options: ConfigOptions, wanted: string) =>
  ({ value = '' }: Pick<ConfigSetting, 'value'>): boolean =>
    options.is('fixed')
      ? value === wanted
      : wanted.startsWith('!')
        ? !new RegExp(wanted.slice(1)).test(value)
        : new RegExp(wanted).test(value);

async function chosenFile(io: GitIo, options: ConfigOptions): Promise<string> {
  const file = options.value('file');
  if (file !== undefined) return file === STDIN ? file : resolveFrom(io.cwd, file);
  if (options.is('global')) return globalFile(io);
  if (options.is('system')) return resolveFrom(io.cwd, io.env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig');
  if (!options.is('local') && !options.is('worktree') && io.env.GIT_CONFIG)
    return resolveFrom(io.cwd, io.env.GIT_CONFIG);
  const context = await findContext(io);
  if (context && options.is('worktree')) return fileOfWorktree(context, io.fs);
  if (context) return localFile(context);
  if (options.is('local')) throw new GitFailure('--local can only be used inside a git repository');
  return '';
}

/** The settings to read: of one file, whose includes count only if asked for, or of all files. */
async function readable(io: GitIo, options: ConfigOptions, file: string): Promise<readonly ScopedSetting[]> {
  const context = await findContext(io);
  const blob = options.value('blob');
  if (blob !== undefined) {
    const oid = context && (await findObject(context, blob));
    if (!context || oid === undefined)
      throw new GitFailure(`unable to resolve config blob '${blob}'`, options.is('list') ? 128 : 1, 'error: ');
    const text = decodeUtf8(await context.objects.blob(oid));
    return inText(io, text, `blob:${blob}`, options.is('includes'));
  }
  if (file === STDIN) return inText(io, decodeUtf8(await io.input()), 'standard input', options.is('includes'));
  const named =
    options.value('file') !== undefined || (io.env.GIT_CONFIG !== undefined && file !== '' && !options.is('local'));
  const chosen = (['global', 'local', 'system', 'worktree'] as const).some((name) => options.is(name));
  if (!named && !chosen) return (await readConfig(io, context, !options.is('noIncludes'))).all;
  // A link counts for what it leads to.
  const mustExist = (named || options.is('global') || options.is('system')) && options.is('list');
  if (mustExist && !(await io.fs.stat(file).catch(() => undefined)))
    throw new GitFailure(`unable to read config file '${options.value('file') ?? file}': No such file or directory`);
  const ownFile = options.is('worktree') && context && file !== localFile(context);
  const scope = ownFile ? 'worktree' : options.is('global') ? 'global' : 'local';
  return settingsIn(io, file, scope, context, options.is('includes'));
}

/** `--get-urlmatch section[.key] address`: the settings in `section.<address>` that fit best. */
function urlMatch(io: GitIo, all: readonly ScopedSetting[], name: string, options: ConfigOptions): number {
  const [address = ''] = options.rest;
  const cut = name.indexOf('.');
  const found = matchUrl(all, cut < 0 ? name : name.slice(0, cut), address);
  const wanted = cut < 0 ? undefined : name.slice(cut + 1).toLowerCase();
  for (const [key, value] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (wanted !== undefined && key !== wanted) continue;
    io.out(
      `${wanted === undefined ? `${name.toLowerCase()}.${key} ` : ''}${typed(value, key, options, io.env.HOME)}\n`,
    );
  }
  return [...found.keys()].some((key) => wanted === undefined || key === wanted) ? 0 : 1;
}

/** Each way to write a type, by its name. */
const TYPES = {
  bool: 'bool',
  int: 'int',
  boolOrInt: 'bool-or-int',
  path: 'path',
  expiry: 'expiry-date',
} as const;

/** The type that values are shown or stored in; undefined if they stay as they are. */
function typeOf(options: ConfigOptions): string | undefined {
  const flags = (Object.keys(TYPES) as (keyof typeof TYPES)[]).filter((name) => options.is(name));
  const named = [...new Set([...options.values('type'), ...flags.map((name) => TYPES[name])])];
  if (named.length > 1) throw new GitFailure('only one type at a time', 129, 'error: ');
  const [type] = named;
  if (type !== undefined && type !== '' && !KNOWN_TYPES.has(type))
    throw new GitFailure(`unrecognized --type argument, ${type}`);
  return type;
}

const typed = (value: string | undefined, key: string, options: ConfigOptions, home?: string): string =>
  typedValue(value, key, typeOf(options), home);

/** Fails if `--fixed-value` has no value to compare with. */
function mustHavePattern(options: ConfigOptions): void {
  if (!options.is('fixed')) return;
  const reads = (['get', 'getAll', 'getRegexp', 'unset', 'unsetAll'] as const).some((name) => options.is(name));
  const needs = reads ? 2 : 3;
  const never = options.is('add') || options.is('list') || options.value('urlmatch') !== undefined;
  if (never || options.rest.length < needs)
    throw new GitFailure("--fixed-value only applies with 'value-pattern'", 129, 'error: ');
}

/** The settings in a text that is no file of its own. */
async function inText(io: GitIo, text: string, name: string, includes: boolean): Promise<ScopedSetting[]> {
  const found: ScopedSetting[] = [];
  for (const { key, value } of parseConfig(text, name)) {
    found.push({ key, value, scope: 'command', file: name });
    if (key === 'include.path' && includes && value !== undefined)
      found.push(...(await settingsIn(io, resolveFrom(io.cwd, value), 'command', undefined)));
  }
  return found;
}

function originOf({ file, scope }: ScopedSetting, options: ConfigOptions): string {
  // git names a file of the repository from the root of the work tree, and one of `--file` as it was written.
  const given = options.value('file');
  const written = given === STDIN ? undefined : given;
  const path = written ?? (scope === 'local' ? file.replace(/^.*\/(?=\.git\/)/, '') : file);
  const isFile = file.startsWith('/');
  const shown = isFile
    ? `file:${options.is('zero') ? path : cQuoted(path)}`
    : `${file}${file.startsWith('blob:') ? '' : ':'}`;
  const end = options.is('zero') ? '\0' : '\t';
  return `${options.is('scope') ? `${scope}${end}` : ''}${options.is('origin') ? `${shown}${end}` : ''}`;
}

/** A name in quotes if it has characters that need them. */
const cQuoted = (text: string): string =>
  /["\\\p{Cc}]/u.test(text)
    ? `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
    : text;

function list(io: GitIo, all: readonly ScopedSetting[], options: ConfigOptions): void {
  const end = options.is('zero') ? '\0' : '\n';
  for (const one of all) {
    const value =
      options.is('names') || one.value === undefined ? '' : `${options.is('zero') ? '\n' : '='}${one.value}`;
    io.out(`${originOf(one, options)}${one.key}${value}${end}`);
  }
}

function regexp(io: GitIo, all: readonly ScopedSetting[], pattern: string, options: ConfigOptions): number {
  const value = options.rest[1];
  const found = all.filter(
    (one) => new RegExp(pattern).test(one.key) && (value === undefined || fitsValue(options, value)(one)),
  );
  for (const one of found)
    io.out(
      `${originOf(one, options)}${one.key}${options.is('names') || (one.value === undefined && typeOf(options) === undefined) ? '' : `${options.is('zero') ? '\n' : ' '}${typed(one.value, one.key, options, io.env.HOME)}`}${options.is('zero') ? '\0' : '\n'}`,
    );
  return found.length > 0 ? 0 : 1;
}

async function change(io: GitIo, file: string, options: ConfigOptions): Promise<number> {
  if (file === '') throw new GitFailure('not in a git directory');
  if (file === STDIN) throw new GitFailure('writing to stdin is not supported');
  const [key = '', value, pattern] = options.rest;
  const text = (await readGitText(io.fs, file)) ?? '';
  const save = async (changed: string) => {
    await makeFolder(io.fs, parentFolder(file));
    await saveConfig(io.fs, file, changed);
    return 0;
  };
  if (options.is('rename') && !isSectionName(value ?? ''))
    throw new GitFailure(`invalid section name: ${value}`, 255, 'error: ');
  if (options.is('rename') || options.is('remove')) {
    const changed = changeSection(text, key, options.is('rename') ? value : undefined);
    if (changed === undefined) throw new GitFailure(`no such section: ${key}`);
    return save(changed);
  }
  const wanted = normalKey(key);
  const matches = (setting: ConfigSetting, test: string | undefined) =>
    setting.key === wanted && (test === undefined || fitsValue(options, test)(setting));
  if (options.is('unset') || options.is('unsetAll')) {
    const found = parseConfig(text).filter((setting) => matches(setting, value));
    if (found.length === 0) return 5;
    if (found.length > 1 && !options.is('unsetAll')) {
      io.err(`warning: ${key} has multiple values\n`);
      return 5;
    }
    return save(removeSettings(text, found));
  }
  if (value === undefined) throw new GitFailure('wrong number of arguments, should be 2', 129);
  const stored = storedValue(value, key, options);
  if (options.is('add')) return save(addSetting(text, key, stored));
  const found = parseConfig(text).filter((setting) => matches(setting, pattern));
  if (found.length > 1 && !options.is('replaceAll')) {
    io.err(
      `warning: ${key} has multiple values\nerror: cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change ${key}.\n`,
    );
    return 5;
  }
  return save(addSetting(text, key, stored, found));
}

function storedValue(value: string, key: string, options: ConfigOptions): string {
  const type = typeOf(options) ?? '';
  if (type === 'color') typed(value, key, options);
  return ['bool', 'int', 'bool-or-int'].includes(type) ? typed(value, key, options) : value;
}
