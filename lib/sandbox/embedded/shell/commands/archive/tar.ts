import { resolveFrom } from '../../../fs/paths';
import { errorText } from '../../io/error-text';
import { concat } from '../../io/text';
import { patternRegExp } from '../../language/pattern';
import { strftime } from '../../builtins/strftime';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { modeText } from '../files/mode';
import { parseOptions, type ParsedOptions } from '../options';
import { END, packEntry, unpackEntries, type ArchiveEntry } from './entries';
import { unzipped, zipped } from './gzip';

const SPEC =
  'A c d r t u x z j J Z a C: f: h k m O p P s T: v w W X: create=c list=t extract=x get=x append=r update=u gzip=z gunzip=z bzip2=j xz=J zstd auto-compress=a directory:=C file:=f dereference=h keep-old-files=k touch=m to-stdout=O preserve-permissions=p same-permissions=p absolute-names=P files-from:=T verbose=v exclude: exclude-from:=X exclude-vcs strip-components: wildcards no-wildcards no-recursion numeric-owner owner: group: mode: mtime: sort: format: transform: overwrite no-same-owner no-same-permissions same-owner warning: anchored totals null remove-files';

/** `tar` with archives plain or packed by gzip. */
export const tar: Command = async (context) => {
  const [first = '', ...rest] = context.args;
  const options = parseOptions(first.startsWith('-') || first === '' ? context.args : oldStyle(first, rest), SPEC, {
    status: 2,
  });
  for (const [name, program] of [
    ['j', 'bzip2'],
    ['J', 'xz'],
    ['zstd', 'zstd'],
  ] as const) {
    if (options.has(name)) throw new CommandFailure(`${program} is not here; use -z, gzip`, 2);
  }
  if (options.has('transform'))
    throw new CommandFailure('--transform is not here; rename the files after unpacking', 2);
  const modes = ['c', 't', 'x', 'r', 'u'].filter((mode) => options.has(mode));
  if (modes.length !== 1)
    throw new CommandFailure(
      modes.length === 0
        ? "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\nTry 'tar --help' for more information."
        : "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option",
      2,
    );
  const archive = new Archive(context, options);
  if (options.has('c')) return archive.create();
  if (options.has('r') || options.has('u')) return archive.append();
  return archive.read();
};

/** `tar xzf a.tgz`: the letters that take a value take the words after them, in order. */
function oldStyle(letters: string, words: readonly string[]): string[] {
  const rest = [...words];
  const made: string[] = [];
  for (const letter of letters) {
    made.push(`-${letter}`);
    if ('fCTX'.includes(letter)) made.push(rest.shift() ?? '');
  }
  return [...made, ...rest];
}

class Archive {
  private readonly file: string;
  private readonly excluded: RegExp[];
  private status = 0;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    this.file = options.get('f') ?? '-';
    this.excluded = options.all('exclude').map((glob) => patternRegExp(glob.replace(/\/$/, '')));
    if (options.has('exclude-vcs')) this.excluded.push(patternRegExp('.git'));
  }

  /** Where listed names go: with the archive on standard output they may not. */
  private say(text: string): void {
    (this.file === '-' && this.options.has('c') ? this.context.err : this.context.out).write(`${text}\n`);
  }

  private get packed(): boolean {
    return this.options.has('z') || (this.options.has('a') && /\.(?:tgz|gz)$/.test(this.file));
  }

  async create(): Promise<number> {
    const parts = await this.gather();
    const bytes = concat([...parts, END]);
    const whole = new Uint8Array(Math.ceil(bytes.length / 10_240) * 10_240);
    whole.set(bytes);
    await this.put(this.packed ? zipped(whole, 6) : whole);
    return this.status;
  }

  async append(): Promise<number> {
    const old = this.context.sys.isFile(this.context.path(this.file))
      ? [...unpackEntries(await this.bytes())].flatMap(packEntry)
      : [];
    await this.put(concat([...old, ...(await this.gather()), END]));
    return this.status;
  }

  private async put(bytes: Uint8Array): Promise<void> {
    if (this.file === '-') this.context.out.write(bytes);
    else {
      const out = this.context.create(this.file);
      out.write(bytes);
      await out.close();
    }
  }

  /** The files in the order given; `-C` counts for those after it. */
  private async gather(): Promise<Uint8Array[]> {
    const { context, options } = this;
    const names = [...options.operands];
    for (const list of options.all('T'))
      names.push(...(await context.open(list).lines(options.has('null') ? 0 : 10)).filter(Boolean));
    if (names.length === 0)
      throw new CommandFailure(
        "Cowardly refusing to create an empty archive\nTry 'tar --help' for more information.",
        2,
      );
    const base = options.all('C').reduce((folder, next) => resolveFrom(folder, next), context.cwd);
    const parts: Uint8Array[] = [];
    for (const name of names) {
      try {
        await this.add(base, name, parts);
      } catch (error) {
        if (typeof Object(error).code !== 'string') throw error;
        this.status = 2;
        await context.fail(`${name}: Cannot stat: ${errorText(error)}`);
      }
    }
    if (this.status > 0) await context.fail('Exiting with failure status due to previous errors');
    return parts;
  }

  private async add(base: string, name: string, parts: Uint8Array[]): Promise<void> {
    const { context, options } = this;
    const path = resolveFrom(base, name);
    if (path === context.path(this.file)) return;
    const stat = context.sys.stat(path, options.has('h'));
    const shown = name.replace(/^\/+/, '').replace(/\/+$/, '') || '.';
    if (this.leaves(shown)) return;
    const entry: ArchiveEntry = {
      name: stat.type === 'directory' ? `${shown}/` : shown,
      type: stat.type,
      mode: stat.mode,
      mtimeMs: stat.mtimeMs,
      target: stat.type === 'symlink' ? context.sys.readlink(path) : '',
      bytes: stat.type === 'file' ? context.sys.read(path).slice() : new Uint8Array(),
    };
    if (options.has('v')) this.say(entry.name);
    parts.push(...packEntry(entry));
    if (stat.type !== 'directory' || options.has('no-recursion')) return;
    for (const child of context.sys.list(path))
      await this.add(base, `${name.replace(/\/+$/, '')}/${child.name}`, parts);
  }

  private leaves(name: string): boolean {
    const parts = name.split('/');
    return this.excluded.some(
      (one) => one.test(name) || one.test(name.replace(/^\.\//, '')) || parts.some((part) => one.test(part)),
    );
  }

  private async bytes(): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
      bytes = await this.context.open(this.file).bytes();
    } catch (error) {
      throw new CommandFailure(
        `${error instanceof CommandFailure ? error.message.replace(/: ([^:]*)$/, ': Cannot open: $1') : errorText(error)}\ntar: Error is not recoverable: exiting now`,
        2,
      );
    }
    const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    if (this.options.has('z') && !gzipped)
      throw new CommandFailure('Child returned status 1\ntar: Error is not recoverable: exiting now', 2);
    return gzipped ? unzipped(bytes, this.file) : bytes;
  }

  async read(): Promise<number> {
    const { context, options } = this;
    const wanted = options.operands.map((name) => ({
      name: name.replace(/\/+$/, ''),
      found: false,
      test: patternRegExp(name.replace(/\/+$/, '')),
    }));
    const base = options.all('C').reduce((folder, next) => resolveFrom(folder, next), context.cwd);
    const strip = Number(options.get('strip-components') ?? 0);
    for (const entry of unpackEntries(await this.bytes())) {
      const plain = entry.name.replace(/\/+$/, '');
      const match = wanted.find(
        ({ name, test }) =>
          plain === name || plain.startsWith(`${name}/`) || (options.has('wildcards') && test.test(plain)),
      );
      if (match) match.found = true;
      if ((wanted.length > 0 && !match) || this.leaves(plain)) continue;
      if (options.has('t')) context.out.write(`${options.has('v') ? this.long(entry) : entry.name}\n`);
      else this.extract(entry, base, strip);
      if (context.out.full) await context.out.flush();
    }
    for (const { name, found } of wanted) {
      if (found) continue;
      this.status = 2;
      await context.fail(`${name}: Not found in archive`);
    }
    if (this.status > 0) await context.fail('Exiting with failure status due to previous errors');
    return this.status;
  }

  private long({ name, type, mode, mtimeMs, bytes, target }: ArchiveEntry): string {
    const kind = type === 'hardlink' ? 'file' : type;
    return `${modeText(kind, mode)} user/user ${String(bytes.length).padStart(9)} ${strftime('%F %H:%M', mtimeMs, this.context.env.TZ ?? '')} ${name}${target && type === 'symlink' ? ` -> ${target}` : ''}`;
  }

  private extract(entry: ArchiveEntry, base: string, strip: number): void {
    const { context, options } = this;
    const name = entry.name
      .split('/')
      .filter((part) => part !== '')
      .slice(strip)
      .join('/');
    if (name === '') return;
    if (options.has('O')) {
      context.out.write(entry.bytes);
      return;
    }
    // What leaves the folder by `..` stays out, as in GNU's.
    if (name.split('/').includes('..')) throw new CommandFailure(`${entry.name}: Member name contains '..'`, 2);
    const path = resolveFrom(base, name);
    const { sys } = context;
    sys.mkdir(path.replace(/\/[^/]*$/, '') || '/', true);
    if (entry.type === 'directory') sys.mkdir(path, true);
    else {
      if (options.has('k') && sys.exists(path)) throw new CommandFailure(`${name}: Cannot open: File exists`, 2);
      sys.remove(path, { force: true });
      if (entry.type === 'symlink') sys.symlink(entry.target, path);
      else if (entry.type === 'hardlink') sys.link(resolveFrom(base, entry.target), path);
      else sys.write(path, entry.bytes.slice(), { mode: entry.mode & 0o7777 & ~context.umask });
    }
    if (entry.type === 'file' && !options.has('m')) sys.utimes(path, entry.mtimeMs);
    if (options.has('v')) this.say(entry.name);
  }
}
