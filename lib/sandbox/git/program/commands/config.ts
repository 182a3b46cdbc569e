import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, readGitText } from '../../git-fs';
import { parentFolder } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import {
  addSetting,
  asBoolean,
  asInteger,
  changeSection,
  normalKey,
  parseConfig,
  removeSettings,
  type ConfigSetting,
} from '../../store/config';
import { saveConfig } from '../change-config';
import { colorCode } from '../color';
import { globalFile, localFile, readConfig, settingsIn, type ScopedSetting } from '../config';
import { matchUrl } from '../url-match';
import { findContext } from '../context';
import { openEditor } from '../editor';
import type { GitCommand, GitIo } from '../git-io';
import { readOptions, type Options } from '../options';
import { findObject } from '../revision';

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
  | 'fixed';
type Value = 'file' | 'blob' | 'type' | 'standard' | 'urlmatch' | 'getColor';

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
  const file = await chosenFile(io, options);
  const isRead = ['list', 'get', 'getAll', 'getRegexp'].some((name) => options.is(name as Flag));
  const [key, value] = options.rest;
  const standardColor = options.value('getColor');
  if (standardColor !== undefined) {
    const [name = standardColor, standard = ''] = options.rest;
    const color = (await readable(io, options, file)).findLast((one) => one.key === normalKey(name))?.value ?? standard;
    return io.out(color === '' ? '' : colorCode(color));
  }
  if (options.is('edit')) {
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
  if (file !== undefined) return resolveFrom(io.cwd, file);
  if (options.is('global')) return globalFile(io);
  if (options.is('system')) return '/etc/gitconfig';
  const context = await findContext(io);
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
    if (!context || oid === undefined) throw new GitFailure(`unable to resolve config blob '${blob}'`, 1);
    const text = decodeUtf8(await context.objects.blob(oid));
    return parseConfig(text).map(({ key, value }) => ({ key, value, scope: 'command', file: blob }));
  }
  const named = options.value('file') !== undefined;
  if (!named && !options.is('global') && !options.is('local') && !options.is('system'))
    return (await readConfig(io, context, !options.is('noIncludes'))).all;
  if (named && options.is('list') && !(await lookAt(io.fs, file)))
    throw new GitFailure(`unable to read config file '${options.value('file')}': No such file or directory`);
  return settingsIn(io, file, options.is('global') ? 'global' : 'local', context, options.is('includes'));
}

/** `--get-urlmatch section[.key] address`: the settings in `section.<address>` that fit best. */
function urlMatch(io: GitIo, all: readonly ScopedSetting[], name: string, options: ConfigOptions): number {
  const [address = ''] = options.rest;
  const cut = name.indexOf('.');
  const found = matchUrl(all, cut < 0 ? name : name.slice(0, cut), address);
  const wanted = cut < 0 ? undefined : name.slice(cut + 1).toLowerCase();
  for (const [key, value] of found) {
    if (wanted !== undefined && key !== wanted) continue;
    io.out(`${wanted === undefined ? `${name}.${key} ` : ''}${typed(value, key, options, io.env.HOME)}\n`);
  }
  return [...found.keys()].some((key) => wanted === undefined || key === wanted) ? 0 : 1;
}

function typed(value: string | undefined, key: string, options: ConfigOptions, home = ''): string {
  const type = options.is('bool')
    ? 'bool'
    : options.is('int')
      ? 'int'
      : options.is('boolOrInt')
        ? 'bool-or-int'
        : options.is('path')
          ? 'path'
          : options.value('type');
  if (type === 'bool') {
    const found = asBoolean(value);
    if (found === undefined) throw new GitFailure(`bad boolean config value '${value}' for '${key}'`);
    return String(found);
  }
  if (type === 'int') {
    const found = asInteger(value);
    if (found === undefined) throw new GitFailure(`bad numeric config value '${value}' for '${key}': invalid unit`);
    return String(found);
  }
  if (type === 'bool-or-int') return String(asInteger(value) ?? asBoolean(value) ?? true);
  if (type === 'color') return value === undefined || value === '' ? '' : colorCode(value);
  if (type === 'path') return (value ?? '').replace(/^~(?=\/|$)/, home);
  return value ?? '';
}

function originOf({ file, scope }: ScopedSetting, options: ConfigOptions): string {
  // git names a file of the repository from the root of the work tree.
  const shown = scope === 'local' ? file.replace(/^.*\/(?=\.git\/)/, '') : file;
  return `${options.is('scope') ? `${scope}\t` : ''}${options.is('origin') ? `${scope === 'command' ? 'command line:' : `file:${shown}`}\t` : ''}`;
}

function list(io: GitIo, all: readonly ScopedSetting[], options: ConfigOptions): void {
  const end = options.is('zero') ? '\0' : '\n';
  for (const one of all) {
    const value =
      options.is('names') || one.value === undefined ? '' : `${options.is('zero') ? '\n' : '='}${one.value}`;
    io.out(`${originOf(one, options)}${one.key}${value}${end}`);
  }
}

function regexp(io: GitIo, all: readonly ScopedSetting[], pattern: string, options: ConfigOptions): number {
  const found = all.filter(({ key }) => new RegExp(pattern).test(key));
  for (const one of found)
    io.out(
      `${originOf(one, options)}${one.key}${options.is('names') ? '' : `${options.is('zero') ? '\n' : ' '}${typed(one.value, one.key, options)}`}${options.is('zero') ? '\0' : '\n'}`,
    );
  return found.length > 0 ? 0 : 1;
}

async function change(io: GitIo, file: string, options: ConfigOptions): Promise<number> {
  if (file === '') throw new GitFailure('not in a git directory');
  const [key = '', value, pattern] = options.rest;
  const text = (await readGitText(io.fs, file)) ?? '';
  const save = async (changed: string) => {
    await makeFolder(io.fs, parentFolder(file));
    await saveConfig(io.fs, file, changed);
    return 0;
  };
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

const storedValue = (value: string, key: string, options: ConfigOptions): string =>
  options.is('bool') || options.is('int') || ['bool', 'int'].includes(options.value('type') ?? '')
    ? typed(value, key, options)
    : value;
