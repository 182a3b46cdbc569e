import { errorText } from '../../io/error-text';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext, type Stat } from '../context';
import { parseDate } from '../process/parse-date';
import { oneOf, parseOptions } from '../options';
import { statPath } from '../stat-path';
import { BACKUP, keepBackup } from './backup';
import { changedMode, modeText } from './mode';
import { relative } from './paths';
import { confirmed } from '../questions';

/** Runs `what` on each path; failures are reported, and the exit code is then 1. */
export async function eachPath(
  context: CommandContext,
  paths: readonly string[],
  what: (path: string) => string,
  work: (path: string) => void | Promise<void>,
): Promise<number> {
  let status = 0;
  for (const path of paths) {
    try {
      await work(path);
    } catch (error) {
      if (error instanceof CommandFailure) status = await context.fail(error.message);
      else if (typeof Object(error).code === 'string')
        status = await context.fail(`${what(path)}: ${errorText(error)}`);
      else throw error;
    }
  }
  return status;
}

function modeGiven(text: string, mode: number, umask: number): number {
  try {
    return changedMode(text, mode, true, umask);
  } catch (error) {
    if (error instanceof CommandFailure) throw new CommandFailure(`invalid mode ${quoted(text)}`);
    throw error;
  }
}

/** The stat of a `--reference` file. Throws `Failure`. */
export function likeFile(context: CommandContext, path: string): Stat {
  try {
    return context.sys.stat(context.path(path));
  } catch (error) {
    throw new CommandFailure(`failed to get attributes of '${path}': ${errorText(error)}`);
  }
}

function timeGiven(text: string, now: number, zone: string, written = text): number {
  try {
    return parseDate(text, now, zone);
  } catch (error) {
    if (error instanceof CommandFailure) throw new CommandFailure(`invalid date format ${quoted(written)}`);
    throw error;
  }
}

export const mkdir: Command = (context) => {
  const options = parseOptions(context.args, 'p v m: Z parents=p verbose=v mode:=m context::=Z');
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  const mode = 0o777 & ~context.umask;
  const chosen = options.get('m') === undefined ? undefined : modeGiven(options.get('m') ?? '', 0o777, context.umask);
  const say = (path: string) => {
    if (options.has('v')) context.out.write(`mkdir: created directory '${path}'\n`);
  };
  return eachPath(
    context,
    options.operands,
    (path) => `cannot create directory ${quoted(path)}`,
    (path) => {
      const full = context.path(path);
      if (options.has('p')) {
        const parts = path.split('/');
        for (const [at] of parts.entries()) {
          const part = parts.slice(0, at + 1).join('/');
          if (part === '') continue;
          if (context.sys.exists(context.path(part))) {
            if (at === parts.length - 1 || context.sys.stat(context.path(part)).type === 'directory') continue;
            throw new CommandFailure(`cannot create directory ${quoted(part)}: Not a directory`);
          }
          context.sys.mkdir(context.path(part), false, mode);
          say(part);
        }
        if (context.sys.stat(full).type !== 'directory')
          throw new CommandFailure(`cannot create directory ${quoted(path)}: File exists`);
      } else {
        context.sys.mkdir(full, false, chosen ?? mode);
        say(path);
      }
      if (chosen !== undefined) context.sys.chmod(full, chosen);
    },
  );
};

export const rmdir: Command = (context) => {
  const options = parseOptions(context.args, 'p v parents=p verbose=v ignore-fail-on-non-empty');
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  return eachPath(
    context,
    options.operands,
    (path) => `failed to remove '${path}'`,
    (path) => {
      const parts = options.has('p')
        ? path
            .split('/')
            .map((_, at, all) => all.slice(0, all.length - at).join('/'))
            .filter(Boolean)
        : [path];
      for (const [above, part] of parts.entries()) {
        const failed = `failed to remove ${above > 0 ? 'directory ' : ''}'${part}'`;
        if (options.has('v')) context.out.write(`rmdir: removing directory, '${part}'\n`);
        const full = context.path(part);
        if (context.sys.stat(full, false).type !== 'directory') throw new CommandFailure(`${failed}: Not a directory`);
        if (context.sys.list(full).length > 0 && options.has('ignore-fail-on-non-empty')) return;
        if (context.sys.list(full).length > 0) throw new CommandFailure(`${failed}: Directory not empty`);
        context.sys.remove(full);
      }
    },
  );
};

export const touch: Command = (context) => {
  const options = parseOptions(
    context.args,
    'a c d: f h m r: t: no-create=c date:=d no-dereference=h reference:=r time:',
  );
  if (options.operands.length === 0) throw new UsageFailure('missing file operand');
  const time = options.get('time');
  if (time !== undefined) oneOf(time, 'time', ['atime', 'access', 'use', 'mtime', 'modify']);
  const reference = options.get('r');
  const stamp = options.get('t');
  const zone = context.env.TZ ?? '';
  if (stamp !== undefined && (reference !== undefined || options.has('d')))
    throw new UsageFailure('cannot specify times from more than one source');
  let ms = Date.now();
  const like = reference === undefined ? undefined : likeFile(context, reference);
  if (like) ms = like.mtimeMs;
  if (options.get('d') !== undefined) ms = timeGiven(options.get('d') ?? '', ms, zone);
  if (stamp !== undefined) {
    const [, century = '', year = '', month, day, hour, minute, second = '00'] =
      /^(?:(\d\d)?(\d\d))?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(stamp) ?? [];
    if (!month) throw new CommandFailure(`invalid date format ‘${stamp}’`);
    const full =
      year === '' ? new Date().getUTCFullYear() : Number((century || (Number(year) < 69 ? '20' : '19')) + year);
    ms = timeGiven(`${full}-${month}-${day} ${hour}:${minute}:${second}`, Date.now(), zone, stamp);
  }
  const accessed = options.get('d') === undefined && stamp === undefined ? (like?.atimeMs ?? ms) : ms;
  const access = options.has('a') || /^(?:atime|access|use)$/.test(time ?? '');
  const change = options.has('m') || /^(?:mtime|modify)$/.test(time ?? '');
  return eachPath(
    context,
    options.operands,
    (path) => `cannot touch '${path}'`,
    (path) => {
      const full = context.path(path);
      const follow = !options.has('h');
      if (!statPath(context, path, follow)) {
        if (options.has('c')) return;
        if (!follow || path.endsWith('/'))
          throw new CommandFailure(`setting times of ${quoted(path)}: No such file or directory`);
        context.writeFile(path, new Uint8Array());
      } else if (path.endsWith('/') && statPath(context, path)?.type !== 'directory')
        throw new CommandFailure(`setting times of ${quoted(path)}: Not a directory`);
      const modified = access && !change ? context.sys.stat(full, follow).mtimeMs : ms;
      context.sys.utimes(full, modified, change && !access ? undefined : accessed, follow);
    },
  );
};

export const chmod: Command = async (context) => {
  // A mode such as -x looks like an option.
  const [modeAt, plain] = splitMode(context.args);
  const options = parseOptions(
    plain,
    'c f R v changes=c silent=f quiet=f recursive=R verbose=v reference: preserve-root no-preserve-root',
  );
  const reference = options.get('reference');
  const [first, ...rest] =
    modeAt === undefined && reference === undefined ? options.operands : ['', ...options.operands];
  const mode = modeAt ?? first;
  if (mode === undefined) throw new UsageFailure('missing operand');
  if (rest.length === 0) throw new UsageFailure(`missing operand after ${quoted(mode)}`);
  const wanted = reference === undefined ? undefined : likeFile(context, reference).mode & 0o7777;
  const change = (path: string): void => {
    const full = context.path(path);
    const before = context.sys.stat(full);
    const after = wanted ?? changedMode(mode, before.mode & 0o7777, before.type === 'directory', context.umask);
    context.sys.chmod(full, after);
    // What the umask keeps is told only of a mode such as -x, which could be meant as an option.
    const meant =
      modeAt === undefined ? after : changedMode(mode, before.mode & 0o7777, before.type === 'directory', 0);
    const kept = after & ~meant;
    const [old, now] = [before.mode & 0o7777, after];
    const changed = old !== now;
    const show = (value: number) => `${value.toString(8).padStart(4, '0')} (${modeText('file', value).slice(1)})`;
    if (options.has('v') || (options.has('c') && changed))
      context.out.write(
        changed
          ? `mode of '${path}' changed from ${show(old)} to ${show(now)}\n`
          : `mode of '${path}' retained as ${show(now)}\n`,
      );
    if (options.has('R') && before.type === 'directory')
      for (const { name, type } of context.sys.list(full))
        if (type !== 'symlink') change(`${path.replace(/\/$/, '')}/${name}`);
    if (kept === 0) return;
    const [is, was] = [after, meant].map((value) => modeText('file', value).slice(1));
    throw new CommandFailure(`${path}: new permissions are ${is}, not ${was}`);
  };
  changedMode(reference === undefined ? mode : '0', 0, false, 0);
  const missing = rest.filter((path) => !statPath(context, path));
  const status = await eachPath(context, rest, (path) => `cannot access '${path}'`, change);
  if (options.has('v')) for (const path of missing) context.out.write(`'${path}' could not be accessed\n`);
  return status;
};

function splitMode(args: readonly string[]): [string | undefined, string[]] {
  const at = args.findIndex((arg) => /^-[rwxXst]+(?:,.*)?$/.test(arg) || /^-[ugo]$/.test(arg));
  if (at < 0) return [undefined, [...args]];
  return [args[at], args.filter((_, index) => index !== at)];
}

export const ln: Command = async (context) => {
  const options = parseOptions(
    context.args,
    `${BACKUP} s f n v r t: T i L P symbolic=s force=f no-dereference=n verbose=v relative=r target-directory:=t no-target-directory=T interactive=i logical=L physical=P d F=d directory=d`,
  );
  const { operands } = options;
  if (operands.length === 0) throw new UsageFailure('missing file operand');
  if (options.has('r') && !options.has('s')) throw new CommandFailure('cannot do --relative without --symbolic');
  const last = operands.at(-1) ?? '';
  const isFolder = (path: string) => {
    try {
      return context.sys.stat(context.path(path), !options.has('n')).type === 'directory';
    } catch {
      return false;
    }
  };
  const folder =
    options.get('t') ?? (operands.length === 1 ? '.' : !options.has('T') && isFolder(last) ? last : undefined);
  if (folder === undefined && operands.length > 2) {
    const there = context.sys.exists(context.path(last));
    throw new CommandFailure(
      there ? `target '${last}' is not a directory` : `target '${last}': No such file or directory`,
    );
  }
  const sources =
    folder === undefined || (options.get('t') === undefined && operands.length > 1) ? operands.slice(0, -1) : operands;
  const place = (source: string): string =>
    folder === undefined
      ? last
      : `${folder === '.' ? '' : `${folder.replace(/\/$/, '')}/`}${source.replace(/\/+$/, '').split('/').at(-1)}`;
  return eachPath(
    context,
    sources,
    (source) =>
      options.has('s')
        ? `failed to create symbolic link '${place(source)}'`
        : `failed to create hard link '${place(source)}' => '${source}'`,
    async (source) => {
      const to = place(source);
      const full = context.path(to);
      if (statPath(context, full, false)) {
        const keeps = options.has('b') || options.has('backup');
        if (!keeps && options.has('f') && full === context.path(source))
          throw new CommandFailure(`'${source}' and '${to}' are the same file`);
        // Of -f and -i, the last counts.
        const how = options.list.findLast(({ name }) => name === 'f' || name === 'i')?.name;
        if (how === 'i' && !(await confirmed(context, `replace '${to}'?`))) return;
        if (how === undefined && !keeps)
          throw new CommandFailure(
            `failed to create ${options.has('s') ? 'symbolic' : 'hard'} link '${to}': File exists`,
          );
        if (!keeps) context.sys.remove(full);
        else keepBackup(context, options, to);
      }
      if (options.has('s') && source === '')
        throw new CommandFailure(`failed to create symbolic link '${to}' -> '': No such file or directory`);
      if (options.has('s')) {
        const target = options.has('r') ? relative(full.replace(/\/[^/]*$/, ''), context.path(source)) : source;
        context.sys.symlink(target, full);
        if (options.has('v')) context.out.write(`'${to}' -> '${target}'\n`);
      } else {
        if (!statPath(context, source, false))
          throw new CommandFailure(`failed to access '${source}': No such file or directory`);
        if (statPath(context, source)?.type === 'directory')
          throw new CommandFailure(
            options.has('d')
              ? `failed to create hard link '${to}' => '${source}': Operation not permitted`
              : `${source}: hard link not allowed for directory`,
          );
        // A link itself gets another name, unless -L asks for what it leads to.
        const follows = options.list.findLast(({ name }) => name === 'L' || name === 'P')?.name === 'L';
        if (statPath(context, source, false)?.type === 'symlink' && !follows)
          context.sys.symlink(context.sys.readlink(context.path(source)), full);
        else context.sys.link(context.sys.realpath(context.path(source)), full);
        if (options.has('v')) context.out.write(`'${to}' => '${source}'\n`);
      }
    },
  );
};

/** `link` and `unlink`: direct use of the system calls. */
export const link: Command = (context) => {
  const [from, to, extra] = parseOptions(context.args, '').operands;
  if (from === undefined || to === undefined)
    throw new UsageFailure(`missing operand${from === undefined ? '' : ` after ${quoted(from)}`}`);
  if (extra !== undefined) throw new UsageFailure(`extra operand ${quoted(extra)}`);
  return eachPath(
    context,
    [to],
    () => `cannot create link '${to}' to '${from}'`,
    () => context.sys.link(context.path(from), context.path(to)),
  );
};

export const unlink: Command = (context) => {
  const [path, extra] = parseOptions(context.args, '').operands;
  if (path === undefined) throw new UsageFailure('missing operand');
  if (extra !== undefined) throw new UsageFailure(`extra operand ${quoted(extra)}`);
  return eachPath(
    context,
    [path],
    () => `cannot unlink '${path}'`,
    () => {
      if (context.sys.stat(context.path(path), false).type === 'directory')
        throw new CommandFailure(`cannot unlink '${path}': Is a directory`);
      context.sys.remove(context.path(path));
    },
  );
};
