import { deflateSync, unzipSync, zipSync, type Zippable } from 'fflate';
import { resolveFrom } from '../../../../paths';
import { errorText } from '../../io/error-text';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { zipAttributes } from '../../../../zip-attributes';

const SPEC =
  'r j q v u f m D y @ X T o! 0 1 2 3 4 5 6 7 8 9 x d recurse-paths=r junk-paths=j quiet=q update=u freshen=f move=m no-dir-entries=D symlinks=y exclude=x delete=d';
interface Packed {
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly mtimeMs: number;
}

const UNIX = 3;
/** Exit code of `zip -u` and `zip -f` if nothing is newer. */
const NOTHING_NEWER = 12;

/** `zip`: adds files to an archive. */
export const zip: Command = async (context) => {
  const shows = context.args.some((word) => SHOWS.test(word));
  const { args, excluded, included } = withoutPatterns(context.args.filter((word) => !SHOWS.test(word)));
  const options = parseOptions(args, SPEC, { status: 16 });
  const [given = '', ...operands] = options.operands;
  if (given === '') throw new CommandFailure('error: Nothing to do!', 16);
  const file = given === '-' || /\.[^/]*$/.test(given) ? given : `${given}.zip`;
  const listed = options.has('@') ? (await context.in.lines()).filter(Boolean) : [];
  const isOld = file !== '-' && context.sys.isFile(context.path(file));
  const files = new Map<string, Packed>();
  if (isOld) for (const [name, packed] of read(context, file)) files.set(name, packed);
  const old = new Set(files.keys());
  const say = (text: string) => (options.has('q') || file === '-' ? undefined : context.out.write(`${text}\n`));
  if (shows && isOld && operands.length === 0) return show(context, files, options.has('q'));
  if (shows) throw new CommandFailure('error: -sf is here for an archive that exists, without files', 16);
  if (options.has('d')) {
    for (const name of [...files.keys()].filter((one) => operands.some((glob) => patternRegExp(glob).test(one)))) {
      files.delete(name);
      say(`deleting: ${name}`);
    }
  } else {
    const given = [...operands, ...listed];
    const names = given.length === 0 && options.has('f') ? [...old] : given;
    const wanted = (name: string) =>
      !excluded.some((one) => one.test(name)) && (included.length === 0 || included.some((one) => one.test(name)));
    const found = gather(context, options, names, wanted, file);
    if (names.includes('-') && wanted('-'))
      found.set('-', { bytes: await context.in.bytes(), mode: 0o010_600, mtimeMs: Date.now() });
    for (const [name, packed] of found) {
      const before = files.get(name);
      // Times in a zip archive have a resolution of two seconds.
      const isNewer = before === undefined ? !options.has('f') : packed.mtimeMs - before.mtimeMs >= 2000;
      if ((options.has('u') || options.has('f')) && !isNewer) {
        found.delete(name);
        continue;
      }
      files.set(name, packed);
      const level = worthwhile(packed.bytes, levelOf(options));
      const saved = level === 0 ? 0 : Math.round((1 - packedSize(packed.bytes, level) / packed.bytes.length) * 100);
      say(
        `${!old.has(name) ? '  adding' : options.has('f') ? 'freshening' : 'updating'}: ${name} (${level > 0 ? 'deflated' : 'stored'} ${saved}%)`,
      );
    }
    if (found.size === 0 && (options.has('u') || options.has('f')))
      return options.has('f') || isOld ? NOTHING_NEWER : 0;
    if (found.size === 0 && !options.has('T')) {
      context.out.write(`\nzip error: Nothing to do! (${file})\n`);
      return 12;
    }
  }
  const bytes = zipSync(zippable(files, levelOf(options)));
  if (file === '-') context.out.write(bytes);
  else context.writeFile(file, bytes);
  if (options.has('m'))
    for (const name of operands) context.sys.remove(context.path(name), { recursive: true, force: true });
  if (options.has('T')) context.out.write(`test of ${file} OK\n`);
  return 0;
};

/** `-x` and `-i` take everything up to the next option or a lone `@`. */
/** The option that shows what an archive contains. */
const SHOWS = /^(?:-sf|--show-files)$/;

function show(context: CommandContext, files: ReadonlyMap<string, Packed>, quiet: boolean): number {
  const total = [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (!quiet) context.out.write(['Archive contains:', ...[...files.keys()].map((name) => `  ${name}`), ''].join('\n'));
  context.out.write(`Total ${files.size} entries (${total} bytes)\n`);
  return 0;
}

function withoutPatterns(all: readonly string[]): { args: string[]; excluded: RegExp[]; included: RegExp[] } {
  const args: string[] = [];
  const lists = { x: new Array<RegExp>(), i: new Array<RegExp>() };
  let into: RegExp[] | undefined;
  for (const arg of all) {
    const [, list, first] = /^(?:-|--)(?:(x|exclude|i|include)(?:$|=)|$)(.*)$/.exec(arg) ?? [];
    if (list !== undefined) {
      into = lists[list.startsWith('x') || list.startsWith('e') ? 'x' : 'i'];
      if (first) into.push(patternRegExp(first));
    } else if (into && (arg === '@' || arg.startsWith('-'))) {
      into = undefined;
      if (arg !== '@') args.push(arg);
    } else if (into) into.push(patternRegExp(arg));
    else args.push(arg);
  }
  return { args, excluded: lists.x, included: lists.i };
}

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

function levelOf(options: ParsedOptions): Level {
  const digit = Number(options.list.findLast(({ name }) => /^\d$/.test(name))?.name ?? 6);
  const levels: readonly Level[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  return levels[digit] ?? 6;
}

const packedSize = (bytes: Uint8Array, level: Level): number => deflateSync(bytes, { level }).length;

/** Files that compression does not shrink are stored. */
const worthwhile = (bytes: Uint8Array, level: Level): Level =>
  level > 0 && packedSize(bytes, level) < bytes.length ? level : 0;

const zippable = (files: ReadonlyMap<string, Packed>, level: Level): Zippable =>
  Object.fromEntries(
    [...files].map(([name, { bytes, mode, mtimeMs }]) => [
      name,
      // Times in a zip archive start in 1980; Unix modes go in the upper half of the attributes.
      [
        bytes,
        {
          level: worthwhile(bytes, level),
          os: UNIX,
          attrs: mode * 0x1_00_00,
          mtime: Math.max(mtimeMs, Date.UTC(1980, 0, 2)),
        },
      ],
    ]),
  );

function gather(
  context: CommandContext,
  options: ParsedOptions,
  names: readonly string[],
  wanted: (name: string) => boolean,
  own: string,
): Map<string, Packed> {
  const found = new Map<string, Packed>();
  const add = (name: string): void => {
    const path = context.path(name);
    if (path === context.path(own)) return;
    const { type, mode, mtimeMs } = context.sys.stat(path, !options.has('y'));
    const plain = name.replace(/^(?:\.?\/+)+/, '').replace(/\/+$/, '');
    const shown = options.has('j') ? plain.slice(plain.lastIndexOf('/') + 1) : plain;
    if (type === 'directory') {
      const isKept = shown !== '' && shown !== '.' && !options.has('j') && !options.has('D');
      if (isKept && wanted(`${shown}/`))
        found.set(`${shown}/`, { bytes: new Uint8Array(), mode: 0o40_000 | mode, mtimeMs });
      if (options.has('r'))
        for (const child of context.sys.list(path)) addOrWarn(`${name.replace(/\/+$/, '')}/${child.name}`);
    } else if (wanted(shown)) {
      const bytes = type === 'symlink' ? new TextEncoder().encode(context.sys.readlink(path)) : context.sys.read(path);
      found.set(shown, { bytes: bytes.slice(), mode: (type === 'symlink' ? 0o120_000 : 0o100_000) | mode, mtimeMs });
    }
  };
  const addOrWarn = (name: string): void => {
    try {
      add(name);
    } catch (error) {
      if (typeof Object(error).code !== 'string') throw error;
      if (!options.has('q')) context.out.write(`\tzip warning: name not matched: ${name}\n`);
    }
  };
  for (const name of names) if (name !== '-') addOrWarn(name);
  return found;
}

function read(context: CommandContext, file: string): [string, Packed][] {
  const archive = context.sys.read(context.path(file));
  try {
    const attributes = zipAttributes(archive);
    return Object.entries(unzipSync(archive)).map(([name, bytes]) => {
      const { mode, mtimeMs } = attributes.get(name) ?? { mode: 0, mtimeMs: Date.now() };
      return [name, { bytes, mode: mode || 0o100_644, mtimeMs }];
    });
  } catch (error) {
    throw new CommandFailure(`error: Zip file structure invalid (${resolveFrom('', file)}): ${errorText(error)}`, 3);
  }
}
