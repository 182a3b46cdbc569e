import { gzip as pack, ungzip } from 'pako';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { guarded } from '../each-file';
import { parseOptions } from '../options';
import { statPath } from '../files/copy';

const SPEC =
  'c d f h k l n N! q r S: t v 1 2 3 4 5 6 7 8 9 stdout=c to-stdout=c decompress=d uncompress=d force=f keep=k list=l no-name=n name=N quiet=q recursive=r suffix:=S test=t verbose=v fast=1 best=9';

/** Bytes that were packed by gzip, unpacked. Throws a `Failure` that names the file. */
export function unzipped(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new CommandFailure(`${name}: not in gzip format`);
  try {
    return ungzip(bytes);
  } catch {
    throw new CommandFailure(`${name}: unexpected end of file`);
  }
}

export const zipped = (bytes: Uint8Array, level: number): Uint8Array =>
  pack(bytes, { level: Math.min(9, Math.max(1, level)) });

/** `gzip`, `gunzip` and `zcat`. */
export const gzip: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const unpacks = options.has('d') || options.has('t') || options.has('l') || context.name !== 'gzip';
  const toOutput = options.has('c') || /^z(?:cat|less|more)$/.test(context.name);
  const level = Number(options.list.findLast(({ name }) => /^\d$/.test(name))?.name ?? 6);
  const suffix = options.get('S') ?? '.gz';
  // `-cdf` takes what is not packed as it is.
  const passes = (bytes: Uint8Array) =>
    unpacks && toOutput && options.has('f') && !(bytes[0] === 0x1f && bytes[1] === 0x8b);
  const names = options.has('r') ? options.operands.flatMap((name) => filesBelow(context, name)) : options.operands;
  let status = 0;
  for (const name of options.operands.length > 0 ? names : ['-']) {
    const fine = await guarded(context, name, async () => {
      if (name === '-') {
        const bytes = await context.in.bytes();
        if (!options.has('t'))
          context.out.write(passes(bytes) ? bytes : unpacks ? unzipped(bytes, 'stdin') : zipped(bytes, level));
        return;
      }
      const path = unpacks && !statPath(context, name) && statPath(context, name + suffix) ? name + suffix : name;
      if (statPath(context, path)?.type === 'directory')
        throw new CommandFailure(`${path} is a directory -- ignored`, 2);
      const bytes = await context.open(path).bytes();
      if (options.has('t')) unzipped(bytes, path);
      else if (options.has('l')) list(context, path, bytes, suffix);
      else if (toOutput && passes(bytes)) context.out.write(bytes);
      else if (toOutput) context.out.write(unpacks ? unzipped(bytes, path) : zipped(bytes, level));
      else
        replace(context, path, unpacks ? unzipped(bytes, path) : zipped(bytes, level), unpacks, {
          suffix,
          keep: options.has('k'),
          force: options.has('f'),
        });
    });
    if (!fine) status = 1;
  }
  return status;
};

/** `-r`: the files of a folder. */
const filesBelow = (context: CommandContext, name: string): string[] =>
  statPath(context, name)?.type === 'directory'
    ? context.sys
        .list(context.path(name))
        .flatMap((child) => filesBelow(context, `${name.replace(/\/$/, '')}/${child.name}`))
    : [name];

function list(context: CommandContext, path: string, bytes: Uint8Array, suffix: string): void {
  const size = unzipped(bytes, path).length;
  const saved = size === 0 ? 0 : (1 - bytes.length / size) * 100;
  context.out.write('         compressed        uncompressed  ratio uncompressed_name\n');
  context.out.write(
    `${String(bytes.length).padStart(19)} ${String(size).padStart(19)} ${`${saved.toFixed(1)}%`.padStart(6)} ${path.endsWith(suffix) ? path.slice(0, -suffix.length) : path}\n`,
  );
}

function replace(
  context: CommandContext,
  path: string,
  made: Uint8Array,
  unpacks: boolean,
  { suffix, keep, force }: { suffix: string; keep: boolean; force: boolean },
): void {
  const { mode, mtimeMs } = context.sys.stat(context.path(path));
  if (!unpacks && path.endsWith(suffix))
    throw new CommandFailure(`${path} already has ${suffix} suffix -- unchanged`, 2);
  const tar = path.endsWith('.tgz');
  if (unpacks && !path.endsWith(suffix) && !tar) throw new CommandFailure(`${path}: unknown suffix -- ignored`, 2);
  const to = unpacks ? (tar ? path.replace(/tgz$/, 'tar') : path.slice(0, -suffix.length)) : path + suffix;
  if (statPath(context, to) && !force) throw new CommandFailure(`${to} already exists;\tnot overwritten`, 2);
  context.sys.write(context.path(to), made, { mode: mode & 0o7777 });
  context.sys.utimes(context.path(to), mtimeMs);
  if (!keep) context.sys.remove(context.path(path));
}
