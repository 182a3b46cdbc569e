import { NamedPipe } from '../../io/named-pipe';
import { resolveFrom } from '../../../../paths';
import { SysError } from '../../../protocol/sys-client';
import { strftime } from '../../builtins/strftime';
import { sameBytes } from '../../../../same-bytes';
import { errorText } from '../../io/error-text';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure } from '../context';
import { statPath } from '../stat-path';
import { modeText } from '../files/mode';
import { unpackEntries, type ArchiveEntry } from './entries';
import { unzipped } from './gzip';
import { BZIP2, computed, pythonFormatOf, XZ } from './python-formats';
import { runsOfNames, type TarTask } from './tar-options';

/** The archive, unpacked if it is packed. Throws a `Failure` that names it. */
export async function archiveBytes({ context, options, file }: TarTask): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await context.open(file).bytes();
  } catch (error) {
    throw new CommandFailure(
      `${error instanceof CommandFailure ? error.message.replace(/: ([^:]*)$/, ': Cannot open: $1') : errorText(error)}\ntar: Error is not recoverable: exiting now`,
      2,
    );
  }
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const format = pythonFormatOf(bytes);
  const failed = (told: string) => {
    context.err.write(told);
    return new CommandFailure('Child returned status 1\ntar: Error is not recoverable: exiting now', 2);
  };
  if (options.has('z') && !gzipped) throw failed('\ngzip: stdin: not in gzip format\n');
  if (options.has('j') && format !== BZIP2) throw failed('bzip2: (stdin) is not a bzip2 file.\n');
  if (options.has('J') && format !== XZ) throw failed('xz: (stdin): File format not recognized\n');
  if (!format && !gzipped) return bytes;
  if (!format) {
    let whole: Uint8Array | undefined;
    try {
      return unzipped(bytes, 'gzip: stdin', (salvaged) => (whole = salvaged.status === 2 ? salvaged.bytes : undefined));
    } catch (error) {
      if (whole || !(error instanceof CommandFailure)) throw error;
      throw failed(`${error.message}\n`);
    }
  }
  const unpacked = await computed(context, format.unpack, bytes);
  if (!unpacked) throw failed(`${format === BZIP2 ? 'bzip2' : 'xz'}: (stdin): Unexpected end of input\n`);
  return unpacked;
}

/** `tar -t`, `tar -x` and `tar -d`. Returns the exit code. */
export async function readArchive(task: TarTask): Promise<number> {
  const { context, options } = task;
  const wanted = options.operands.map((name, at) => ({
    // A -C after a name is for the names after it.
    base: task.bases[at] ?? task.base,
    name: name.replace(/\/+$/, ''),
    found: false,
    test: patternRegExp(name.replace(/\/+$/, '')),
  }));
  let status = 0;
  const folders: { path: string; entry: ArchiveEntry }[] = [];
  const delayed = new DelayedLinks(context.sys);
  for (const entry of unpackEntries(await archiveBytes(task))) {
    const plain = entry.name.replace(/\/+$/, '');
    const match = wanted.find(
      ({ name, test }) =>
        plain === name ||
        plain.startsWith(`${name}/`) ||
        (options.has('wildcards') && test.test(plain)) ||
        (options.has('no-anchored') &&
          runsOfNames(plain).some((part) => part === name || (options.has('wildcards') && test.test(part)))),
    );
    if (match) match.found = true;
    if ((wanted.length > 0 && !match) || task.leaves(plain)) continue;
    const here = match ? { ...task, base: match.base } : task;
    if (options.has('t')) context.out.write(`${options.has('v') ? longLine(task, entry) : shownName(task, entry)}\n`);
    else if (options.has('d')) status = (await compare(here, entry)) ? status : 1;
    else {
      try {
        const folder = extract(here, entry, delayed);
        if (folder !== undefined) folders.push({ path: folder, entry });
      } catch (error) {
        // The others are unpacked all the same.
        if (error instanceof SysError) await context.fail(`${entry.name}: Cannot open: ${errorText(error)}`);
        else if (error instanceof CommandFailure) await context.fail(error.message);
        else throw error;
        status = 2;
      }
    }
    if (context.out.full) await context.out.flush();
  }
  delayed.make();
  // What is put into a folder changes its time, and its mode may forbid that.
  for (const { path, entry } of folders.toReversed()) {
    context.sys.chmod(path, entry.mode & 0o7777 & ~(options.has('p') ? 0 : context.umask));
    if (!options.has('m')) context.sys.utimes(path, entry.mtimeMs);
  }
  for (const { name, found } of wanted) {
    if (found) continue;
    status = 2;
    await context.fail(`${name}: Not found in archive`);
  }
  if (status > 1) await context.fail('Exiting with failure status due to previous errors');
  return status;
}

function renamedEntry({ renamed }: TarTask, name: string): string {
  const slash = /\/+$/.exec(name)?.[0] ?? '';
  return renamed(name.slice(0, name.length - slash.length)) + slash;
}

const shownName = (task: TarTask, { name }: ArchiveEntry): string =>
  task.options.has('show-transformed-names') ? renamedEntry(task, name) : name;

function longLine(task: TarTask, entry: ArchiveEntry): string {
  const { type, mode, mtimeMs, bytes, target, owner, group } = entry;
  const kind = type === 'hardlink' ? 'file' : type;
  const who = [owner, group].map(({ name, id }) =>
    task.options.has('numeric-owner') ? String(id) : name || (id === 0 ? 'root' : String(id)),
  );
  const size = String(bytes.length).padStart(Math.max(0, 18 - who.join('/').length));
  const when = strftime(
    task.options.has('full-time') ? '%F %T' : '%F %H:%M',
    mtimeMs,
    task.options.has('utc') ? 'UTC' : (task.context.env.TZ ?? ''),
  );
  const link = type === 'symlink' ? ` -> ${target}` : type === 'hardlink' ? ` link to ${target}` : '';
  return `${modeText(kind, mode).replace(/^./, (letter) => (type === 'hardlink' ? 'h' : letter))} ${who.join('/')} ${size} ${when} ${shownName(task, entry)}${link}`;
}

/** Whether a file matches its entry in the archive; differences are reported. */
async function compare({ context, base }: TarTask, entry: ArchiveEntry): Promise<boolean> {
  const name = entry.name.replace(/(?<=.)\/+$/, '');
  const path = resolveFrom(base, name);
  if (!context.sys.exists(path) && statPath(context, path) === undefined) {
    await context.fail(`${name}: Warning: Cannot stat: No such file or directory`);
    return false;
  }
  const stat = context.sys.stat(path, false);
  const faults: string[] = [];
  if (entry.type !== 'hardlink' && stat.type !== entry.type) faults.push('File type differs');
  else if (entry.type === 'symlink') {
    if (context.sys.readlink(path) !== entry.target) faults.push('Symlink differs');
  } else {
    if ((stat.mode & 0o7777) !== (entry.mode & 0o7777)) faults.push('Mode differs');
    if (entry.type === 'file') {
      if (Math.floor(stat.mtimeMs / 1000) !== Math.floor(entry.mtimeMs / 1000)) faults.push('Mod time differs');
      if (stat.size !== entry.bytes.length) faults.push('Size differs');
      else if (!sameBytes(context.sys.read(path), entry.bytes)) faults.push('Contents differ');
    }
  }
  for (const fault of faults) context.out.write(`${name}: ${fault}\n`);
  return faults.length === 0;
}

/** `--one-top-level`: puts a name below one folder, by default the archive's name without its extension. */
function belowTop({ options, file }: TarTask, name: string): string {
  if (!options.has('one-top-level')) return name;
  const own = (file.split('/').at(-1) ?? '').replace(/(?:\.tar)?\.[^.]*$/, '');
  const top = options.get('one-top-level') || own;
  return name === top || name.startsWith(`${top}/`) ? name : `${top}/${name}`;
}

/** The name below the folder that an entry of this name is unpacked to; undefined if nothing is left of it. */
function placeOf(task: TarTask, name: string): string | undefined {
  const left = renamedEntry(task, name)
    .split('/')
    .filter((part) => part !== '')
    .slice(Number(task.options.get('strip-components') ?? 0));
  return left.length > 0 ? left.join('/') : undefined;
}

/**
 * Symbolic links that lead out of their folder. They are empty files until everything is unpacked, as in GNU tar: otherwise an
 * archive could write through its own link.
 */
class DelayedLinks {
  private readonly targets = new Map<string, { target: string; ino: number }>();

  constructor(private readonly sys: TarTask['context']['sys']) {}

  static leadsOut = (target: string): boolean => target.startsWith('/') || target.split('/').includes('..');

  add(path: string, target: string): void {
    this.sys.write(path, new Uint8Array(), { mode: 0 });
    this.targets.set(path, { target, ino: this.sys.stat(path, false).ino });
  }

  /** What a link at this path will point to. */
  get = (path: string): string | undefined => this.targets.get(path)?.target;

  make(): void {
    for (const [path, { target, ino }] of this.targets) {
      if (!this.sys.exists(path) || this.sys.stat(path, false).ino !== ino) continue;
      this.sys.remove(path, { force: true });
      this.sys.symlink(target, path);
    }
  }
}

/** Unpacks an entry; returns the path of a folder, whose mode and time are still to be set. */
function extract(task: TarTask, entry: ArchiveEntry, delayed: DelayedLinks): string | undefined {
  const { context, options, base } = task;
  const name = placeOf(task, entry.name);
  if (name === undefined) return undefined;
  if (options.has('O')) {
    context.out.write(entry.bytes);
    return undefined;
  }
  // Names that leave the folder with `..` are rejected, as in GNU tar.
  if (name.split('/').includes('..')) throw new CommandFailure(`${entry.name}: Member name contains '..'`, 2);
  const path = resolveFrom(options.has('P') && entry.name.startsWith('/') ? '/' : base, belowTop(task, name));
  const { sys } = context;
  sys.mkdir(path.replace(/\/[^/]*$/, '') || '/', true);
  if (entry.type === 'directory') sys.mkdir(path, true);
  else {
    if (options.has('k') && sys.exists(path)) throw new CommandFailure(`${name}: Cannot open: File exists`, 2);
    sys.remove(path, { force: true });
    const waiting = entry.type === 'hardlink' ? delayed.get(linkedPath(task, entry)) : undefined;
    if (waiting !== undefined) delayed.add(path, waiting);
    else if (entry.type === 'symlink' && !options.has('P') && DelayedLinks.leadsOut(entry.target))
      delayed.add(path, entry.target);
    else if (entry.type === 'symlink') sys.symlink(entry.target, path);
    else if (entry.type === 'hardlink') linkTo(task, entry, path);
    else if (entry.type === 'fifo') NamedPipe.make(sys, path, entry.mode & 0o7777 & ~context.umask);
    else sys.write(path, entry.bytes.slice(), { mode: entry.mode & 0o7777 & ~(options.has('p') ? 0 : context.umask) });
  }
  if (entry.type === 'file' && !options.has('m')) sys.utimes(path, entry.mtimeMs);
  if (options.has('v')) context.out.write(`${shownName(task, entry)}\n`);
  return entry.type === 'directory' ? path : undefined;
}

/** What a hard link leads to: a name in the archive too, which stays below the folder. */
function linkedPath(task: TarTask, { target }: ArchiveEntry): string {
  const inside = task.options.has('P') ? target : target.replace(/^(?:.*\/)?\.\.(?:\/|$)/, '');
  return resolveFrom(task.base, belowTop(task, placeOf(task, inside) ?? inside));
}

function linkTo(task: TarTask, entry: ArchiveEntry, path: string): void {
  try {
    task.context.sys.link(linkedPath(task, entry), path);
  } catch (error) {
    throw new CommandFailure(`${entry.name}: Cannot hard link to ‘${entry.target}’: ${errorText(error)}`, 2);
  }
}
