import { isBelow, partsOf, resolveFrom } from '../../../../paths';
import { errorText } from '../../io/error-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { messageName } from '../message-name';
import { parseOptions } from '../options';
import { statPath } from '../stat-path';
import { SysError } from '../../../protocol/sys-client';

export const basename: Command = (context) => {
  const options = parseOptions(context.args, 'a s: z multiple=a suffix:=s zero=z', { stopAtOperand: true });
  const [first, second] = options.operands;
  if (first === undefined) throw new UsageFailure('missing operand');
  const many = options.has('a') || options.has('s');
  if (!many && options.operands.length > 2)
    throw new CommandFailure(`extra operand ‘${options.operands[2]}’\nTry 'basename --help' for more information.`);
  const suffix = options.get('s') ?? (many ? '' : (second ?? ''));
  for (const path of many ? options.operands : [first]) {
    const name = partsAsGiven(path).at(-1) ?? (path === '' ? '' : '/');
    const cut = suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
    context.out.write(cut + (options.has('z') ? '\0' : '\n'));
  }
  return 0;
};

const partsAsGiven = (path: string): string[] => path.split('/').filter((part) => part !== '');

export const dirname: Command = (context) => {
  const options = parseOptions(context.args, 'z zero=z');
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  for (const path of options.operands) {
    const trimmed = path.replace(/\/+$/, '') || (path.startsWith('/') ? '/' : '');
    const cut = trimmed === '/' ? '/' : trimmed.replace(/\/*[^/]*$/, '');
    context.out.write((cut || (trimmed.startsWith('/') ? '/' : '.')) + (options.has('z') ? '\0' : '\n'));
  }
  return 0;
};

/** A path with its links resolved; `allow` says which parts may be missing. */
function resolved(context: CommandContext, path: string, allow: 'none' | 'last' | 'all'): string {
  const full = context.path(path);
  if (allow !== 'all' && path.endsWith('/') && statPath(context, path)?.type === 'file')
    throw new SysError('not a directory', 'ENOTDIR', 'realpath', path);
  try {
    return context.sys.realpath(full);
  } catch (error) {
    const { code } = Object(error);
    // Where all may be missing, neither a file as a folder nor a loop of links is an error.
    if (allow === 'none' || !(code === 'ENOENT' || (allow === 'all' && (code === 'ENOTDIR' || code === 'ELOOP'))))
      throw error;
    if (code === 'ELOOP') return full;
  }
  const parts = partsOf(full);
  const last = parts.pop() ?? '';
  const folder = `/${parts.join('/')}`;
  const link = linkAt(context, full);
  if (link !== undefined) return resolved(context, resolveFrom(folder, link), allow);
  const base = allow === 'all' && parts.length > 0 ? resolved(context, folder, 'all') : context.sys.realpath(folder);
  return resolveFrom(base, last);
}

function linkAt(context: CommandContext, path: string): string | undefined {
  try {
    return context.sys.readlink(path);
  } catch {
    return undefined;
  }
}

/** A path relative to another. */
export function relative(from: string, to: string): string {
  const [a, b] = [partsOf(from), partsOf(to)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/') || '.';
}

/** The folder that paths are shown relative to, as given or with its links resolved. Throws a `Failure`. */
function fixed(context: CommandContext, folder: string, allow: 'none' | 'last' | 'all' | undefined): string {
  try {
    return allow === undefined ? context.path(folder) : resolved(context, folder, allow);
  } catch (error) {
    throw new CommandFailure(`${folder}: ${errorText(error)}`);
  }
}

export const realpath: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'e m L P q s z canonicalize-existing=e canonicalize-missing=m logical=L physical=P quiet=q strip=s no-symlinks=s zero=z relative-to: relative-base:',
  );
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  const allow = options.has('e') ? 'none' : options.has('m') ? 'all' : 'last';
  const from = (folder: string | undefined): string | undefined =>
    folder === undefined ? undefined : fixed(context, folder, options.has('s') ? undefined : allow);
  const below = from(options.get('relative-base'));
  const to = from(options.get('relative-to'));
  // Outside the base, and where the start is, paths stay absolute.
  const isOutside = below !== undefined && to !== undefined && !isBelow(to, below);
  const start = isOutside ? undefined : (to ?? below);
  let status = 0;
  for (const path of options.operands) {
    try {
      const full = options.has('s') ? resolveFrom('/', context.path(path)) : resolved(context, path, allow);
      if (options.has('s') && allow === 'none') context.sys.stat(full);
      const inside = below === undefined || `${full}/`.startsWith(`${below.replace(/\/$/, '')}/`);
      const shown = start === undefined || !inside ? full : relative(start, full);
      context.out.write(shown + (options.has('z') ? '\0' : '\n'));
    } catch (error) {
      status = 1;
      if (!options.has('q')) await context.fail(`${messageName(context.name, path)}: ${errorText(error)}`);
    }
  }
  return status;
};

export const readlink: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'e f m n q s v z canonicalize=f canonicalize-existing=e canonicalize-missing=m no-newline=n quiet=q silent=s verbose=v zero=z',
  );
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  const allow = options.has('e') ? 'none' : options.has('m') ? 'all' : options.has('f') ? 'last' : undefined;
  let status = 0;
  for (const path of options.operands) {
    try {
      const shown = allow === undefined ? context.sys.readlink(context.path(path)) : resolved(context, path, allow);
      context.out.write(
        shown + (options.has('n') && options.operands.length === 1 ? '' : options.has('z') ? '\0' : '\n'),
      );
    } catch (error) {
      status = 1;
      if (options.has('v')) await context.fail(`${messageName(context.name, path)}: ${errorText(error)}`);
    }
  }
  return status;
};

export const pwdCommand: Command = (context) => {
  const options = parseOptions(context.args, 'L P logical=L physical=P');
  context.out.write(`${options.has('L') ? (context.env.PWD ?? context.cwd) : context.cwd}\n`);
  return 0;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function printed({ out }: CommandContext, path: string): number {
  out.write(`${path}\n`);
  return 0;
}

export const mktemp: Command = (context) => {
  const options = parseOptions(context.args, 'd u q t p: directory=d dry-run=u quiet=q tmpdir::=p suffix:');
  const [template, extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure('too many templates');
  const end = options.get('suffix');
  if (end?.includes('/')) throw new CommandFailure(`invalid suffix ‘${end}’, contains directory separator`);
  if (options.has('t') && template?.includes('/'))
    throw new CommandFailure(`invalid template, ‘${template}’, contains directory separator`);
  const place = context.env.TMPDIR || '/tmp';
  const given = template ?? 'tmp.XXXXXXXXXX';
  const folder = options.has('p')
    ? (options.has('t') && context.env.TMPDIR) || options.get('p') || place
    : template === undefined || options.has('t')
      ? place
      : undefined;
  const path = folder === undefined ? given : `${folder.replace(/\/$/, '')}/${given}`;
  const suffix = options.get('suffix') ?? /X([^X]*)$/.exec(path)?.[1] ?? '';
  const stem = suffix && options.get('suffix') === undefined ? path.slice(0, -suffix.length) : path;
  const marks = /X{3,}$/.exec(stem)?.[0];
  if (!marks) {
    if (options.has('q')) return 1;
    throw new CommandFailure(`too few X's in template ‘${given}’`);
  }
  for (let tries = 0; tries < 100; tries += 1) {
    const random = Array.from(
      crypto.getRandomValues(new Uint8Array(marks.length)),
      (byte) => LETTERS[byte % LETTERS.length],
    ).join('');
    const made = stem.slice(0, -marks.length) + random + suffix;
    try {
      if (options.has('u')) return printed(context, made);
      if (options.has('d')) context.sys.mkdir(context.path(made), false, 0o700);
      else context.sys.write(context.path(made), new Uint8Array(), { exclusive: true, mode: 0o600 });
      return printed(context, made);
    } catch (error) {
      if (Object(error).code === 'EEXIST') continue;
      if (options.has('q')) return 1;
      throw new CommandFailure(
        `failed to create ${options.has('d') ? 'directory' : 'file'} via template ‘${path}’: ${errorText(error)}`,
      );
    }
  }
  throw new CommandFailure('failed to find a free name');
};
