import { resolveFrom } from '../../../../paths';
import { errorText } from '../../io/error-text';
import { concat } from '../../../../bytes-text';
import { CommandFailure, UsageFailure, type CommandContext, type Stat } from '../context';
import type { Output } from '../output';
import { changedMode } from '../files/mode';
import { parseDate } from '../process/parse-date';
import { END_OF_ARCHIVE, packEntry, unpackEntries, type ArchiveEntry, type Owner } from './entries';
import { zipped } from './gzip';
import { BZIP2, computed, LZMA, XZ } from './python-formats';
import { archiveBytes } from './tar-unpack';
import type { TarTask } from './tar-options';

const RECORD = 10_240;

/** How an archive is packed, by the option or, for `-a`, by the end of its name. */
const PACKERS: readonly {
  option: string;
  ending: RegExp;
  pack(context: CommandContext, bytes: Uint8Array): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}[] = [
  { option: 'z', ending: /\.(?:tgz|taz|gz)$/, pack: (_, bytes) => zipped(bytes, 6) },
  { option: 'j', ending: /\.(?:tbz2?|tz2|bz2)$/, pack: (context, bytes) => computed(context, BZIP2.pack(9), bytes) },
  { option: 'J', ending: /\.(?:txz|xz)$/, pack: (context, bytes) => computed(context, XZ.pack(6), bytes) },
  { option: 'lzma', ending: /\.(?:tlz|lzma)$/, pack: (context, bytes) => computed(context, LZMA.pack(6), bytes) },
];

/** `tar -c`. Returns the exit code. */
export async function createArchive(task: TarTask): Promise<number> {
  const packer = new Packer(task);
  const entries = await packer.gather();
  await writeArchive(task, entries);
  packer.removePacked();
  return packer.status;
}

/** `tar -r`, and `tar -u`, which skips files that are no newer than in the archive. */
export async function appendToArchive(task: TarTask): Promise<number> {
  const { context, file, options } = task;
  const old = context.sys.isFile(context.path(file)) ? [...unpackEntries(await archiveBytes(task))] : [];
  const times = new Map(options.has('u') ? old.map(({ name, mtimeMs }) => [name, mtimeMs]) : []);
  const packer = new Packer(task, times);
  await writeArchive(task, [...old, ...(await packer.gather())]);
  packer.removePacked();
  return packer.status;
}

/** `tar --delete`. */
export async function deleteFromArchive(task: TarTask): Promise<number> {
  const { context, options } = task;
  const entries = [...unpackEntries(await archiveBytes(task))];
  const names = options.operands.map((name) => name.replace(/\/+$/, ''));
  const fits = (entry: ArchiveEntry, name: string) =>
    entry.name.replace(/\/+$/, '') === name || entry.name.startsWith(`${name}/`);
  await writeArchive(
    task,
    entries.filter((entry) => !names.some((name) => fits(entry, name))),
  );
  const missing = names.filter((name) => !entries.some((entry) => fits(entry, name)));
  for (const name of missing) await context.fail(`${name}: Not found in archive`);
  return missing.length > 0 ? context.fail('Exiting with failure status due to previous errors', 2) : 0;
}

function created(context: CommandContext, file: string): Output {
  try {
    return context.create(file);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(
      `${error.message.replace(/: ([^:]*)$/, ': Cannot open: $1')}\ntar: Error is not recoverable: exiting now`,
      2,
    );
  }
}

async function writeArchive({ context, options, file }: TarTask, entries: readonly ArchiveEntry[]): Promise<void> {
  const bytes = concat([...entries.flatMap(packEntry), END_OF_ARCHIVE]);
  const whole = new Uint8Array(Math.ceil(bytes.length / RECORD) * RECORD);
  whole.set(bytes);
  const given = PACKERS.find(({ option, ending }) => options.has(option) || (options.has('a') && ending.test(file)));
  const out = file === '-' ? context.out : created(context, file);
  const packed = given ? await given.pack(context, whole) : whole;
  if (!packed) throw new CommandFailure('Child returned status 1\ntar: Error is not recoverable: exiting now', 2);
  out.write(packed);
  if (file !== '-') await out.close();
}

/** Collects the files that go into an archive. */
class Packer {
  status = 0;
  private readonly entries: ArchiveEntry[] = [];
  private readonly unread: { path: string; size: number; entry: ArchiveEntry }[] = [];
  private readonly packed: { path: string; isFolder: boolean }[] = [];
  /** The first name of each file, under which later ones are linked to it. */
  private readonly names = new Map<number, string>();
  private readonly owner: Owner;
  private readonly group: Owner;
  private readonly mtimeMs: number | undefined;

  /** `known`: names with the modification times above which they are packed again. */
  constructor(
    private readonly task: TarTask,
    private readonly known: ReadonlyMap<string, number> = new Map(),
  ) {
    const { context, options } = task;
    const plain = options.has('numeric-owner');
    this.owner = ownerOf(options.get('owner'), plain);
    this.group = ownerOf(options.get('group'), plain);
    const mtime = options.get('mtime');
    if (mtime !== undefined)
      this.mtimeMs = /^[./]/.test(mtime)
        ? context.sys.stat(context.path(mtime)).mtimeMs
        : parseDate(mtime, Date.now(), context.env.TZ ?? '');
  }

  async gather(): Promise<ArchiveEntry[]> {
    const { context, options, base, bases } = this.task;
    const names = options.operands.map((name, at) => ({ name, from: bases[at] ?? base }));
    for (const list of options.all('T'))
      for (const name of await context.open(list).lines(options.has('null') ? 0 : 10))
        if (name !== '') names.push({ name, from: base });
    if (names.length === 0 && !options.has('T'))
      throw new UsageFailure('Cowardly refusing to create an empty archive', 2);
    for (const { name, from } of names) {
      try {
        this.add(from, name);
      } catch (error) {
        if (typeof Object(error).code !== 'string') throw error;
        this.status = 2;
        await context.fail(`${name}: Cannot stat: ${errorText(error)}`);
      }
    }
    if (this.status > 0) await context.fail('Exiting with failure status due to previous errors');
    const files = context.sys.readMany(this.unread);
    for (const [index, { entry }] of this.unread.entries()) entry.bytes = files[index] ?? entry.bytes;
    return this.entries;
  }

  /** `--remove-files`: removes what was packed, and folders if they are empty by then. */
  removePacked(): void {
    const { context, options } = this.task;
    if (!options.has('remove-files')) return;
    for (const { path, isFolder } of this.packed.toReversed())
      if (!isFolder || context.sys.list(path).length === 0) context.sys.remove(path, { recursive: isFolder });
  }

  private add(base: string, name: string, listed?: Stat): void {
    const { context, options, file, leaves, renamed } = this.task;
    const path = resolveFrom(base, name);
    if (path === context.path(file)) return;
    const stat = (options.has('h') ? undefined : listed) ?? context.sys.stat(path, options.has('h'));
    const shown = (options.has('P') ? name : name.replace(/^\/+/, '')).replace(/(?<=.)\/+$/, '') || '.';
    if (leaves(shown)) return;
    const isFolder = stat.type === 'directory';
    const slash = isFolder ? '/' : '';
    const mode = options.get('mode');
    const linked = stat.type === 'file' ? this.names.get(stat.ino) : undefined;
    const entry: ArchiveEntry = {
      name: renamed(shown) + slash,
      type: linked === undefined ? stat.type : 'hardlink',
      mode: mode === undefined ? stat.mode : changedMode(mode, stat.mode & 0o7777, isFolder, context.umask),
      mtimeMs: this.mtimeMs ?? stat.mtimeMs,
      target: stat.type === 'symlink' ? context.sys.readlink(path) : (linked ?? ''),
      owner: this.owner,
      group: this.group,
      bytes: new Uint8Array(),
    };
    if (Math.floor(stat.mtimeMs / 1000) * 1000 > (this.known.get(entry.name) ?? -Infinity)) {
      if (options.has('v')) this.say(options.has('show-transformed-names') ? entry.name : shown + slash);
      this.entries.push(entry);
      if (entry.type === 'file') {
        this.names.set(stat.ino, entry.name);
        this.unread.push({ path, size: stat.size, entry });
      }
      this.packed.push({ path, isFolder });
    }
    if (!isFolder || options.has('no-recursion')) return;
    for (const { name: child, ...known } of context.sys.listStats(path))
      this.add(base, `${name.replace(/\/+$/, '')}/${child}`, known);
  }

  /** Lists a name, on standard error if the archive goes to standard output. */
  private say(text: string): void {
    const { context, file } = this.task;
    (file === '-' ? context.err : context.out).write(`${text}\n`);
  }
}

/** `name`, `name:7`, `:7` or `7`. */
/** Those whose numbers have names here. */
const NAMES = new Map([
  [0, 'root'],
  [1000, 'user'],
]);

function ownerOf(given: string | undefined, plain: boolean): Owner {
  const [, name = '', number] = /^(.*?)(?::?\+?(\d+))?$/.exec(given ?? 'user') ?? [];
  const id = Number(number ?? (name === 'root' ? 0 : 1000));
  return { name: plain ? '' : name || (NAMES.get(id) ?? ''), id };
}
