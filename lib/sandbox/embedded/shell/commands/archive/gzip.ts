import { gzip as pack, ungzip } from 'pako';
import { errorText } from '../../io/error-text';
import { concat, encode } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';
import { statPath } from '../stat-path';
import { salvage, type Salvaged } from './damaged-gzip';

const SPEC =
  'c d f h! k l L! n N! V! q r S: t v 1 2 3 4 5 6 7 8 9 stdout=c to-stdout=c decompress=d uncompress=d force=f keep=k list=l no-name=n name=N quiet=q recursive=r suffix:=S test=t verbose=v fast=1 best=9 rsyncable synchronous license=L ascii!';

/** Decompresses gzip data. Throws a `Failure` that names the file. `keep`: takes what damaged data hold. */
export function unzipped(bytes: Uint8Array, name: string, keep?: (salvaged: Salvaged) => unknown): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new CommandFailure(`\n${name}: not in gzip format`);
  try {
    return ungzip(bytes);
  } catch {
    const salvaged = salvage(bytes);
    keep?.(salvaged);
    throw new CommandFailure(`\n${name}: ${salvaged.problem}`, salvaged.status);
  }
}

/** Compresses bytes; `of` is the file they come from, recorded in the header. */
export function zipped(bytes: Uint8Array, level: number, of?: { name: string; mtimeMs: number }): Uint8Array {
  const packed = pack(bytes, { level: Math.min(9, Math.max(1, level)) });
  if (!of) return packed;
  const header = new Uint8Array(HEADER);
  header.set(packed.subarray(0, HEADER));
  header[3] = HAS_NAME;
  new DataView(header.buffer).setUint32(4, Math.floor(of.mtimeMs / 1000), true);
  return concat([header, encode(`${of.name.slice(of.name.lastIndexOf('/') + 1)}\0`), packed.subarray(HEADER)]);
}

const HEADER = 10;
const HAS_NAME = 8;
/** Bytes after the compressed data: a checksum and a length. */
const TRAILER = 8;

/** Space saved by compression, in percent, not counting the header. */
function savedBy(packed: Uint8Array, size: number): string {
  const name = (packed[3] ?? 0) & HAS_NAME ? packed.indexOf(0, HEADER) + 1 - HEADER : 0;
  const kept = packed.length - HEADER - name - TRAILER;
  return `${(size === 0 ? 0 : ((size - kept) / size) * 100).toFixed(1).padStart(5)}%`;
}

/** `gzip`, `gunzip` and `zcat`. */
export const gzip: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const unpacks = options.has('d') || options.has('t') || options.has('l') || context.name !== 'gzip';
  const toOutput = options.has('c') || /^z(?:cat|less|more)$/.test(context.name);
  const level = Number(options.list.findLast(({ name }) => /^\d$/.test(name))?.name ?? 6);
  const suffix = options.get('S') ?? '.gz';
  // `-cdf` passes uncompressed input through.
  const passes = (bytes: Uint8Array) =>
    unpacks && toOutput && options.has('f') && !(bytes[0] === 0x1f && bytes[1] === 0x8b);
  const print = (salvaged: Salvaged) => context.out.write(salvaged.bytes);
  const names = options.has('r') ? options.operands.flatMap((name) => filesBelow(context, name)) : options.operands;
  let status = 0;
  for (const name of options.operands.length > 0 ? names : ['-']) {
    const code = await warned(context, name, async () => {
      if (name === '-') {
        const bytes = await context.in.bytes();
        if (!options.has('t'))
          context.out.write(passes(bytes) ? bytes : unpacks ? unzipped(bytes, 'stdin', print) : zipped(bytes, level));
        else unzipped(bytes, 'stdin');
        return;
      }
      const path = unpacks && !statPath(context, name) && statPath(context, name + suffix) ? name + suffix : name;
      if (statPath(context, path)?.type === 'directory')
        throw new CommandFailure(`${path} is a directory -- ignored`, 2);
      if (unpacks && !path.startsWith('/dev/') && !statPath(context, path))
        throw new CommandFailure(
          `${/\.(?:gz|tgz|z|Z|taz)$/.test(path) ? path : path + suffix}: No such file or directory`,
        );
      const bytes = await context.open(path).bytes();
      const of = options.has('n') ? undefined : { name: path, mtimeMs: statPath(context, path)?.mtimeMs ?? 0 };
      if (options.has('l')) return list(context, path, bytes, suffix);
      if (toOutput && passes(bytes)) return context.out.write(bytes);
      if (unpacks && !toOutput && !options.has('t') && endOf(path, suffix) === undefined)
        throw new CommandFailure(`${path}: unknown suffix -- ignored`, 2);
      const how = { suffix, keep: options.has('k'), force: options.has('f') };
      const made = unpacks
        ? unzipped(bytes, path, (salvaged) => {
            if (options.has('t')) return;
            if (toOutput) print(salvaged);
            else if (salvaged.status === 2) replace(context, path, salvaged.bytes, unpacks, how);
          })
        : zipped(bytes, level, of);
      const tell = (what: string) => {
        if (options.has('v')) context.err.write(`${path}:\t${what}\n`);
      };
      if (options.has('t')) return tell(' OK');
      const saved = unpacks ? savedBy(bytes, made.length) : savedBy(made, bytes.length);
      if (toOutput) {
        context.out.write(made);
        return tell(`${saved}${unpacks ? '' : ' -- replaced with stdout'}`);
      }
      const to = replace(context, path, made, unpacks, how);
      tell(`${saved} -- ${options.has('k') ? 'created' : 'replaced with'} ${to}`);
    });
    if (code !== 0 && status !== 1) status = code;
  }
  return status;
};

/** The exit code of the work on a file: the `Failure`'s own, or 1 for a system error. */
async function warned(context: CommandContext, name: string, work: () => Promise<unknown>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (error instanceof CommandFailure) return told(context, error.message, error.status);
    if (typeof Object(error).code !== 'string') throw error;
    return told(context, `${name}: ${errorText(error)}`, 1);
  }
}

/** Reports errors as `gzip`, whatever the command's name; a message about the data goes on a line of its own. */
async function told(context: CommandContext, message: string, status: number): Promise<number> {
  const apart = message.startsWith('\n');
  await context.out.flush();
  context.err.write(`${apart ? '\n' : ''}gzip: ${message.slice(apart ? 1 : 0)}\n`);
  await context.err.flush();
  return status;
}

/** `-r`: the files below a folder. */
const filesBelow = (context: CommandContext, name: string): string[] =>
  statPath(context, name)?.type === 'directory'
    ? context.sys
        .list(context.path(name))
        .flatMap((child) => filesBelow(context, `${name.replace(/\/$/, '')}/${child.name}`))
    : [name];

function list(context: CommandContext, path: string, bytes: Uint8Array, suffix: string): void {
  const size = unzipped(bytes, path).length;
  context.out.write('         compressed        uncompressed  ratio uncompressed_name\n');
  context.out.write(
    `${String(bytes.length).padStart(19)} ${String(size).padStart(19)} ${savedBy(bytes, size)} ${path.endsWith(suffix) ? path.slice(0, -suffix.length) : path}\n`,
  );
}

/** The end of a packed file's name that is taken off. */
const endOf = (path: string, suffix: string): string | undefined =>
  [suffix, '.gz', '.z', '.taz', '.tgz', '-gz', '-z', '_z'].find((end) => path.endsWith(end));

function replace(
  context: CommandContext,
  path: string,
  made: Uint8Array,
  unpacks: boolean,
  { suffix, keep, force }: { suffix: string; keep: boolean; force: boolean },
): string {
  const { mode, mtimeMs, atimeMs } = context.sys.stat(context.path(path));
  if (!unpacks && path.endsWith(suffix))
    throw new CommandFailure(`${path} already has ${suffix} suffix -- unchanged`, 0);
  const end = endOf(path, suffix) ?? '';
  const to = unpacks
    ? `${path.slice(0, path.length - end.length)}${['.taz', '.tgz'].includes(end) ? '.tar' : ''}`
    : path + suffix;
  if (statPath(context, to) && !force) throw new CommandFailure(`${to} already exists;\tnot overwritten`, 2);
  context.sys.write(context.path(to), made, { mode: mode & 0o7777 });
  context.sys.utimes(context.path(to), mtimeMs, atimeMs);
  if (!keep) context.sys.remove(context.path(path));
  return to;
}
