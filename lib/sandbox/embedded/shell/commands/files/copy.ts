import { NamedPipe } from '../../io/named-pipe';
import { isBelow } from '../../../../paths';
import { errorText } from '../../io/error-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext, type Stat } from '../context';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { confirmed } from '../questions';
import { standardFile, statPath } from '../stat-path';
import { BACKUP, backupNote, keepBackup } from './backup';
import { changedMode, typeName } from './mode';
import { knowsOwner } from './owners';
import { sameBytes } from '../../../../same-bytes';

const q = (path: string): string => `'${path}'`;

const nameOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';

/** Pairs each source with its target: a path in a folder, or the given name. Throws `Failure`. */
function targets(context: CommandContext, options: ParsedOptions): { from: string; to: string }[] {
  const given = options.get('t');
  const { operands } = options;
  if (operands.length === 0) throw new UsageFailure('missing file operand');
  if (given === undefined && operands.length === 1)
    throw new UsageFailure(`missing destination file operand after ${q(operands[0] ?? '')}`);
  const last = given ?? operands.at(-1) ?? '';
  const sources = given === undefined ? operands.slice(0, -1) : operands;
  const folder = !options.has('T') && statPath(context, last)?.type === 'directory';
  if (!folder && (given !== undefined || sources.length > 1))
    throw new CommandFailure(
      statPath(context, last) ? `target ${q(last)}: Not a directory` : `target ${q(last)}: No such file or directory`,
    );
  return sources.map((from) => ({
    from,
    to: folder
      ? `${last.replace(/\/+$/, '')}/${options.has('parents') ? from.replace(/^\/+/, '') : nameOf(from)}`
      : last,
  }));
}

const PRESERVED = ['mode', 'timestamps', 'ownership', 'links', 'context', 'xattr', 'all'] as const;

export const cp: Command = async (context) => {
  const options = parseOptions(
    context.args,
    `${BACKUP} a d f H i l L n p P r R=r s t: T u v x archive=a force=f interactive=i link=l dereference=L no-clobber=n no-dereference=P recursive=r symbolic-link=s target-directory:=t no-target-directory=T update::=u verbose=v parents preserve:: no-preserve: reflink:: sparse: attributes-only strip-trailing-slashes copy-contents one-file-system=x remove-destination Z context::=Z`,
  );
  const reflink = options.get('reflink');
  if (reflink) oneOf(reflink, 'reflink', ['auto', 'always', 'never']);
  for (const name of ['preserve', 'no-preserve'])
    for (const what of (options.get(name) || 'mode').split(',')) oneOf(what, name, PRESERVED);
  if (/\bcontext\b/.test(options.get('preserve') ?? ''))
    throw new CommandFailure('cannot preserve security context without an SELinux-enabled kernel');
  const copier = new Copier(context, options);
  let status = 0;
  if (
    options.has('parents') &&
    options.operands.length === 2 &&
    statPath(context, options.get('t') ?? options.operands.at(-1) ?? '')?.type !== 'directory'
  )
    throw new UsageFailure('with --parents, the destination must be a directory');
  for (const { from, to } of targets(context, options)) {
    if (options.has('parents')) copier.parents(from, to);
    if (!(await copier.copy(from, to, true))) status = 1;
  }
  return status;
};

/** Copies what is read from, or written to, a file that is open. */
async function throughOpenFile(context: CommandContext, from: string, to: string): Promise<void> {
  const input = context.open(from);
  await context.out.flush();
  const out = context.create(to);
  for (let next = await input.read(); next; next = await input.read()) {
    out.write(next);
    await out.flush();
  }
  await out.close();
}

class Copier {
  private readonly recursive: boolean;
  private readonly keepLinks: boolean;
  private readonly preserve: boolean;
  /** The folder that the copy of one goes into: what is found there while copying is not copied again. */
  private into: { from: string; to: string; path: string } | undefined;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    this.recursive = options.has('r') || options.has('a');
    this.keepLinks = (options.has('a') || options.has('d') || options.has('P') || this.recursive) && !options.has('L');
    this.preserve = options.has('a') || options.has('p') || options.has('preserve');
  }

  async copy(from: string, to: string, top = false): Promise<boolean> {
    const { context, options } = this;
    const follow = !this.keepLinks || (top && options.has('H'));
    if (standardFile(context, from) || standardFile(context, to)) {
      await throughOpenFile(context, from, to);
      return true;
    }
    const source = statPath(context, from, follow);
    if (!source) {
      await context.fail(`cannot stat ${q(from)}: No such file or directory`);
      return false;
    }
    try {
      if (source.type === 'directory') return await this.folder(from, to, source, top);
      return await this.file(from, to, source);
    } catch (error) {
      await context.fail(
        error instanceof CommandFailure ? error.message : `cannot create regular file ${q(to)}: ${errorText(error)}`,
      );
      return false;
    }
  }

  /** Makes the folders that `from` stands in below the one that it is copied to. */
  parents(from: string, to: string): void {
    const { context } = this;
    for (let at = from.indexOf('/', 1); at >= 0; at = from.indexOf('/', at + 1)) {
      const [source, made] = [from.slice(0, at), to.slice(0, to.length - from.length + at)];
      if (context.sys.exists(context.path(made))) continue;
      context.sys.mkdir(context.path(made), true, statPath(context, source)?.mode);
      if (this.options.has('v')) context.out.write(`${source} -> ${made}\n`);
    }
  }

  private async folder(from: string, to: string, source: Stat, top: boolean): Promise<boolean> {
    const { context } = this;
    if (!this.recursive) throw new CommandFailure(`-r not specified; omitting directory ${q(from)}`);
    const [a, b] = [context.path(from), context.path(to)];
    if (top) this.into = isBelow(b, a) ? { from, to, path: b } : undefined;
    else if (a === this.into?.path)
      throw new CommandFailure(`cannot copy a directory, ${q(this.into.from)}, into itself, ${q(this.into.to)}`);
    const target = statPath(context, to);
    if (target && target.type !== 'directory')
      throw new CommandFailure(`cannot overwrite non-directory ${q(to)} with directory ${q(from)}`);
    if (!target) {
      context.sys.mkdir(b, false, source.mode & 0o7777);
      if (this.options.has('v')) context.out.write(`${q(from)} -> ${q(to)}\n`);
    }
    let fine = true;
    for (const { name } of context.sys.list(a))
      fine = (await this.copy(`${from.replace(/\/+$/, '')}/${name}`, `${to.replace(/\/+$/, '')}/${name}`)) && fine;
    if (this.preserve) context.sys.utimes(b, source.mtimeMs, source.atimeMs);
    return fine;
  }

  private async file(from: string, to: string, source: Stat): Promise<boolean> {
    const { context, options } = this;
    const [a, b] = [context.path(from), context.path(to)];
    const target = statPath(context, to, false);
    const there = statPath(context, to);
    if (there?.type === 'directory') throw new CommandFailure(`cannot overwrite directory ${q(to)} with non-directory`);
    const replaces = options.has('remove-destination') && target?.type === 'symlink';
    if (there && there.ino === source.ino && source.type !== 'symlink' && !replaces)
      throw new CommandFailure(`${q(from)} and ${q(to)} are the same file`);
    if (target && (options.has('n') || (options.has('u') && there && there.mtimeMs >= source.mtimeMs))) return true;
    if (target && options.has('i') && !(await confirmed(context, `overwrite ${q(to)}?`))) return true;
    const backup = target && !options.has('attributes-only') ? keepBackup(context, options, to) : undefined;
    if (target && backup === undefined && options.has('remove-destination')) context.sys.remove(b);
    else if (target?.type === 'symlink' && !there && backup === undefined && source.type !== 'symlink')
      throw new CommandFailure(`not writing through dangling symlink ${q(to)}`);
    if (to.endsWith('/')) throw new CommandFailure(`cannot create regular file ${q(to)}: Not a directory`);
    if (options.has('l') || options.has('s') || source.type === 'symlink') {
      if (statPath(context, to, false)) context.sys.remove(b);
      if (source.type === 'symlink') context.sys.symlink(context.sys.readlink(a), b);
      else if (options.has('l')) context.sys.link(a, b);
      else {
        if (!from.startsWith('/') && /\/[^/]/.test(to))
          throw new CommandFailure(`${to}: can make relative symbolic links only in current directory`);
        context.sys.symlink(from, b);
      }
    } else if (source.type === 'fifo' && this.recursive) {
      if (target) context.sys.remove(b);
      NamedPipe.make(context.sys, b, source.mode);
    } else {
      const bytes = options.has('attributes-only') ? there && context.sys.read(b) : context.sys.read(a);
      context.sys.write(b, bytes ?? new Uint8Array(), {
        mode: source.mode & 0o7777 & (this.preserve ? 0o7777 : ~context.umask),
      });
      if (this.preserve) {
        context.sys.chmod(b, source.mode & 0o7777);
        context.sys.utimes(b, source.mtimeMs, source.atimeMs);
      }
    }
    if (options.has('v')) context.out.write(`${q(from)} -> ${q(to)}${backupNote(backup)}\n`);
    return true;
  }
}

export const mv: Command = async (context) => {
  const options = parseOptions(
    context.args,
    `${BACKUP} f i n t: T u v force=f interactive=i no-clobber=n target-directory:=t no-target-directory=T update::=u verbose=v strip-trailing-slashes Z context=Z`,
  );
  let status = 0;
  for (const { from, to } of targets(context, options)) {
    try {
      await move(context, options, from, to);
    } catch (error) {
      if (!(error instanceof CommandFailure) && typeof Object(error).code !== 'string') throw error;
      status = await context.fail(
        error instanceof CommandFailure ? error.message : `cannot move ${q(from)} to ${q(to)}: ${errorText(error)}`,
      );
    }
  }
  return status;
};

async function move(context: CommandContext, options: ParsedOptions, from: string, to: string): Promise<void> {
  const [a, b] = [context.path(from), context.path(to)];
  const source = statPath(context, from, false);
  if (!source) throw new CommandFailure(`cannot stat ${q(from)}: No such file or directory`);
  const target = statPath(context, to, false);
  if (target && target.ino === source.ino) throw new CommandFailure(`${q(from)} and ${q(to)} are the same file`);
  if (source.type === 'directory' && isBelow(b, a))
    throw new CommandFailure(`cannot move ${q(from)} to a subdirectory of itself, ${q(to)}`);
  let backup: string | undefined;
  if (target) {
    if (options.has('n') || (options.has('u') && target.mtimeMs >= source.mtimeMs)) return;
    if (options.has('i') && !(await confirmed(context, `overwrite ${q(to)}?`))) return;
    if (target.type === 'directory' && source.type !== 'directory')
      throw new CommandFailure(`cannot overwrite directory ${q(to)} with non-directory`);
    if (target.type !== 'directory' && source.type === 'directory')
      throw new CommandFailure(`cannot overwrite non-directory ${q(to)} with directory ${q(from)}`);
    backup = keepBackup(context, options, to);
  } else if (to.endsWith('/') && source.type !== 'directory')
    throw new CommandFailure(`cannot move ${q(from)} to ${q(to)}: Not a directory`);
  context.sys.rename(a, b);
  if (options.has('v')) context.out.write(`renamed ${q(from)} -> ${q(to)}${backupNote(backup)}\n`);
}

export const rm: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'd f i I r R=r v dir=d force=f recursive=r verbose=v interactive:: one-file-system preserve-root no-preserve-root',
  );
  if (options.operands.length === 0) {
    if (options.has('f')) return 0;
    throw new CommandFailure("missing operand\nTry 'rm --help' for more information.");
  }
  const recursive = options.has('r');
  const { length } = options.operands;
  const when = options.get('interactive');
  if (when && !/^(?:never|no|none|once|always|yes)$/.test(when))
    throw new UsageFailure(
      `invalid argument ‘${when}’ for ‘--interactive’\nValid arguments are:\n  - ‘never’, ‘no’, ‘none’\n  - ‘once’\n  - ‘always’, ‘yes’`,
    );
  const asksOnce = options.has('I') || when === 'once';
  if (asksOnce && (length > 3 || recursive)) {
    const question = `remove ${length} argument${length === 1 ? '' : 's'}${recursive ? ' recursively' : ''}?`;
    if (!(await confirmed(context, question))) return 0;
  }
  let status = 0;
  for (const path of options.operands) {
    try {
      await remove(context, options, path);
    } catch (error) {
      if (!(error instanceof CommandFailure) && typeof Object(error).code !== 'string') throw error;
      status = await context.fail(
        error instanceof CommandFailure ? error.message : `cannot remove ${q(path)}: ${errorText(error)}`,
      );
    }
  }
  return status;
};

async function remove(context: CommandContext, options: ParsedOptions, path: string): Promise<boolean> {
  const found = path === '' ? undefined : statPath(context, path, false);
  if (!found) {
    if (!options.has('f')) throw new CommandFailure(`cannot remove ${q(path)}: No such file or directory`);
    return true;
  }
  if (path.endsWith('/') && found.type === 'symlink' && statPath(context, path)?.type === 'directory')
    throw new CommandFailure(`cannot remove ${q(path)}: ${options.has('r') ? 'Not' : 'Is'} a directory`);
  if (path.endsWith('/') && found.type !== 'directory')
    throw new CommandFailure(`cannot remove ${q(path)}: Not a directory`);
  const full = context.path(path);
  if (full === '/')
    throw new CommandFailure(
      "it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe",
    );
  if (options.has('r') && /(?:^|\/)\.\.?\/*$/.test(path) && found.type === 'directory')
    throw new CommandFailure(`refusing to remove '.' or '..' directory: skipping ${q(path)}`);
  const asks = options.has('i') || /^(?:|always|yes)$/.test(options.get('interactive') ?? 'never');
  if (found.type !== 'directory') {
    if (asks && !(await confirmed(context, `remove ${typeName(found)} ${q(path)}?`))) return false;
    context.sys.remove(full);
    if (options.has('v')) context.out.write(`removed ${q(path)}\n`);
    return true;
  }
  const entries = context.sys.list(full);
  if (!options.has('r') && !options.has('d')) throw new CommandFailure(`cannot remove ${q(path)}: Is a directory`);
  if (!options.has('r') && entries.length > 0)
    throw new CommandFailure(`cannot remove ${q(path)}: Directory not empty`);
  if (asks && entries.length > 0 && !(await confirmed(context, `descend into directory ${q(path)}?`))) return false;
  if (!asks && !options.has('v')) {
    context.sys.remove(full, { recursive: true });
    return true;
  }
  let all = true;
  for (const { name } of entries) all = (await remove(context, options, `${path.replace(/\/+$/, '')}/${name}`)) && all;
  if (!all || (asks && !(await confirmed(context, `remove directory ${q(path)}?`)))) return false;
  context.sys.remove(full);
  if (options.has('v')) context.out.write(`removed directory ${q(path)}\n`);
  return true;
}

/** Makes a folder and those above it, and tells of each with `-v`. */
function makeFolders(context: CommandContext, options: ParsedOptions, path: string): void {
  for (let at = path.indexOf('/', 1); ; at = path.indexOf('/', at + 1)) {
    const part = at < 0 ? path : path.slice(0, at);
    if (part !== '' && !context.sys.exists(context.path(part))) {
      context.sys.mkdir(context.path(part), true);
      if (options.has('v')) context.out.write(`install: creating directory '${part}'\n`);
    }
    if (at < 0) return;
  }
}

export const install: Command = async (context) => {
  const options = parseOptions(
    context.args,
    `${BACKUP} c C d D g: m: o: p s t: T v directory=d mode:=m target-directory:=t no-target-directory=T verbose=v group:=g owner:=o preserve-timestamps=p compare=C strip=s strip-program: preserve-context! Z context::=Z`,
  );
  const mode = changedMode(options.get('m') ?? '755', 0, false, 0);
  for (const [name, what] of [
    ['o', 'user'],
    ['g', 'group'],
  ] as const) {
    const owner = options.get(name);
    if (owner !== undefined && !knowsOwner(context, owner)) throw new CommandFailure(`invalid ${what} ‘${owner}’`);
  }
  if (options.has('d')) {
    if (options.operands.length === 0) throw new UsageFailure('missing file operand');
    for (const path of options.operands) {
      makeFolders(context, options, path);
      context.sys.chmod(context.path(path), mode);
    }
    return 0;
  }
  if (options.has('D')) {
    const last = options.get('t') ?? options.operands.at(-1) ?? '';
    makeFolders(context, options, options.has('t') ? last : last.replace(/\/?[^/]*$/, '') || '.');
  }
  for (const { from, to } of targets(context, options)) {
    if (standardFile(context, from)) {
      await throughOpenFile(context, from, to);
      context.sys.chmod(context.path(to), mode);
      continue;
    }
    const source = statPath(context, from);
    if (!source) throw new CommandFailure(`cannot stat ${q(from)}: No such file or directory`);
    if (source.type === 'directory') throw new CommandFailure(`omitting directory ${q(from)}`);
    const full = context.path(to);
    const bytes = context.sys.read(context.path(from));
    const there = statPath(context, to, false);
    if (to.endsWith('/')) throw new CommandFailure(`cannot create regular file ${q(to)}: Not a directory`);
    // With -C, a file that is as it should be stays.
    if (
      options.has('C') &&
      there?.type === 'file' &&
      (there.mode & 0o7777) === mode &&
      sameBytes(context.sys.read(full), bytes)
    )
      continue;
    const backup = there ? keepBackup(context, options, to) : undefined;
    if (there && backup === undefined) context.sys.remove(full);
    if (there && backup === undefined && options.has('v')) context.out.write(`removed ${q(to)}\n`);
    try {
      context.sys.write(full, bytes, { mode });
    } catch (error) {
      throw new CommandFailure(`cannot create regular file ${q(to)}: ${errorText(error)}`);
    }
    if (options.has('p')) context.sys.utimes(full, source.mtimeMs, source.atimeMs);
    if (options.has('v')) context.out.write(`${q(from)} -> ${q(to)}${backupNote(backup)}\n`);
  }
  return 0;
};
