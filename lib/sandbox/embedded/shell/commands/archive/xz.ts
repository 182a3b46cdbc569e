import { CommandFailure, type Command, type CommandContext } from '../context';
import { guarded } from '../each-file';
import { statPath } from '../stat-path';
import { parseOptions, type ParsedOptions } from '../options';
import { BZIP2, computed, isIn, LZMA, pythonFormatOf, XZ, type PythonFormat } from './python-formats';

const LEVELS = '0 1 2 3 4 5 6 7 8 9 fast=1 best=9';
const SPEC = `z d t l! k f c q v s e L V! h! S: T: F: C: M: ${LEVELS} compress=z decompress=d uncompress=d test=t list=l keep=k force=f stdout=c to-stdout=c quiet=q verbose=v small=s extreme=e suffix:=S threads:=T format:=F check:=C memlimit:=M memory:=M no-warn=q`;

/** How the two families of programs word what is wrong, and with which exit code. */
interface Wording {
  damaged(name: string): CommandFailure;
  folder(name: string): CommandFailure;
  exists(path: string): CommandFailure;
  packed(path: string, suffix: string): CommandFailure;
  /** For a name without a known ending; without it, the file is unpacked to `name.out`. */
  unknown?(path: string): CommandFailure;
}

const OF_XZ: Wording = {
  damaged: (name) => new CommandFailure(`${name}: File format not recognized`),
  folder: (name) => new CommandFailure(`${name}: Is a directory, skipping`, 2),
  exists: (path) => new CommandFailure(`${path}: File exists`),
  packed: (path, suffix) => new CommandFailure(`${path}: File already has \`${suffix}' suffix, skipping`, 2),
  unknown: (path) => new CommandFailure(`${path}: Filename has an unknown suffix, skipping`, 2),
};

const OF_BZIP2: Wording = {
  damaged: (name) => new CommandFailure(`${name} is not a bzip2 file.`, 2),
  folder: (name) => new CommandFailure(`Input file ${name} is a directory.`),
  exists: (path) => new CommandFailure(`Output file ${path} already exists.`),
  packed: (path, suffix) => new CommandFailure(`Input file ${path} already has ${suffix} suffix.`),
};

const packing =
  (format: PythonFormat, wording: Wording): Command =>
  async (context) => {
    const options = parseOptions(context.args, SPEC);
    const chosen = options.get('F') === 'lzma' ? LZMA : format;
    let status = 0;
    for (const name of options.operands.length > 0 ? options.operands : ['-']) {
      const done = await guarded(context, name, async () => {
        try {
          await one(context, options, name, chosen, wording);
        } catch (error) {
          if (error instanceof CommandFailure) status = Math.max(status, error.status);
          throw error;
        }
      });
      if (!done) status = Math.max(status, 1);
    }
    return status;
  };

/** Packs or unpacks one file. Throws a `CommandFailure`. */
async function one(
  context: CommandContext,
  options: ParsedOptions,
  name: string,
  format: PythonFormat,
  wording: Wording,
): Promise<void> {
  const found = name === '-' ? undefined : statPath(context, name);
  if (found?.type === 'directory') throw wording.folder(name);
  const tests = options.has('t');
  const unpacks = options.has('d') || tests || (/^(?:un|bun)|cat$/.test(context.name) && !options.has('z'));
  const toOutput = name === '-' || options.has('c') || context.name.endsWith('cat');
  const bytes = await context.open(name).bytes();
  if (unpacks && !options.has('f') && pythonFormatOf(bytes) === undefined)
    throw wording.damaged(name === '-' ? '(stdin)' : name);
  const to = toOutput || tests ? undefined : (unpacks ? unpackedName : packedName)(name, format, options, wording);
  if (unpacks && to === `${name}.out`) await context.fail(`Can't guess original name for ${name} -- using ${to}`);
  if (to !== undefined && statPath(context, to, false) && !options.has('f')) throw wording.exists(to);
  const made = await converted(context, options, bytes, format, unpacks);
  if (!made) throw wording.damaged(name === '-' ? '(stdin)' : name);
  if (tests) return;
  if (to === undefined) return context.out.write(made);
  context.sys.write(context.path(to), made.slice(), { mode: (found?.mode ?? 0o644) & 0o7777 });
  if (found) context.sys.utimes(context.path(to), found.mtimeMs, found.atimeMs);
  if (!options.has('k')) context.sys.remove(context.path(name));
}

function converted(
  context: CommandContext,
  options: ParsedOptions,
  bytes: Uint8Array,
  format: PythonFormat,
  unpacks: boolean,
): Promise<Uint8Array | undefined> {
  if (!unpacks) {
    const level = Number(options.list.findLast(({ name }) => /^\d$/.test(name))?.name ?? (format === BZIP2 ? 9 : 6));
    return computed(context, format.pack(level), bytes);
  }
  const own = format === BZIP2 ? isIn(BZIP2, bytes) : isIn(XZ, bytes) || isIn(LZMA, bytes);
  // `-cdf` passes what is not packed through.
  if (!own) return Promise.resolve(options.has('f') && pythonFormatOf(bytes) === undefined ? bytes : undefined);
  return computed(context, format.unpack, bytes);
}

function packedName(path: string, { suffix }: PythonFormat, options: ParsedOptions, wording: Wording): string {
  const ending = options.get('S') ?? suffix;
  if (path.endsWith(ending)) throw wording.packed(path, ending);
  return path + ending;
}

function unpackedName(path: string, { endings }: PythonFormat, options: ParsedOptions, wording: Wording): string {
  const own = options.get('S');
  const all = own === undefined ? endings : { ...endings, [own]: '' };
  const ending = Object.keys(all).find((one) => path.endsWith(one) && path.length > one.length);
  if (ending !== undefined) return path.slice(0, -ending.length) + (all[ending] ?? '');
  if (wording.unknown) throw wording.unknown(path);
  return `${path}.out`;
}

/** `xz`, `unxz` and `xzcat`. */
export const xz = packing(XZ, OF_XZ);
/** `lzma`, `unlzma` and `lzcat`. */
export const lzma = packing(LZMA, OF_XZ);
/** `bzip2`, `bunzip2` and `bzcat`. */
export const bzip2 = packing(BZIP2, OF_BZIP2);
