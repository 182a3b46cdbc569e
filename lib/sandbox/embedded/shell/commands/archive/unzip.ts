import { unzipSync, type UnzipFileInfo } from 'fflate';
import { zipAttributes } from '../../../../zip-attributes';
import { resolveFrom } from '../../../../paths';
import { patternRegExp } from '../../language/pattern';
import { strftime } from '../../builtins/strftime';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';

interface Member {
  readonly name: string;
  readonly info: UnzipFileInfo;
  readonly bytes: Uint8Array;
}

/** `unzip`: extracts files from an archive, never outside the target folder. */
export const unzip: Command = async (context) => {
  const cut = context.args.indexOf('-x');
  const args = cut < 0 ? context.args : context.args.slice(0, cut);
  const after = cut < 0 ? [] : context.args.slice(cut + 1);
  const folderAt = after.indexOf('-d');
  const excluded = (folderAt < 0 ? after : after.slice(0, folderAt)).map((glob) => patternRegExp(glob));
  const options = parseOptions(
    [...args, ...(folderAt < 0 ? [] : after.slice(folderAt))],
    'l v p c o n q t j a! u f Z 1 C L X d:',
    {
      status: 10,
    },
  );
  const [file = '', ...globs] = options.operands;
  if (file === '') throw new CommandFailure('nothing to do: give the name of an archive', 10);
  const name = [file, `${file}.zip`].find((one) => context.sys.isFile(context.path(one)));
  if (name === undefined) throw new CommandFailure(` cannot find or open ${file}, ${file}.zip or ${file}.ZIP.`, 9);
  const all = membersOf(context, name);
  const wanted = globs.map((glob) => patternRegExp(glob, { ignoreCase: options.has('C') }));
  const chosen = all.filter(
    (one) =>
      (wanted.length === 0 || wanted.some((glob) => glob.test(one.name))) &&
      !excluded.some((glob) => glob.test(one.name)),
  );
  const unmatched = globs.filter((_, at) => !all.some((one) => wanted[at]?.test(one.name)));
  const status = shown(context, options, { name, chosen, globs, unmatched }) ?? extract(context, options, chosen);
  if (unmatched.length === 0) return status;
  if (!['l', 'v', 't'].some((how) => options.has(how))) context.err.write(unmatched.map(cautionOf).join(''));
  return UNMATCHED;
};

/** The exit code if a name on the command line fits nothing. */
const UNMATCHED = 11;

const cautionOf = (glob: string): string => `caution: filename not matched:  ${glob}\n`;

/** What was asked for, and found. */
interface Choice {
  readonly name: string;
  readonly chosen: readonly Member[];
  readonly globs: readonly string[];
  readonly unmatched: readonly string[];
}

/** Shows or tests an archive, if that is asked for; returns the exit code. */
function shown(
  context: CommandContext,
  options: ParsedOptions,
  { name, chosen, globs, unmatched }: Choice,
): number | undefined {
  const quiet = options.list.filter((one) => one.name === 'q').length;
  if (options.has('Z')) {
    if (!options.has('1')) throw new CommandFailure('-Z is here with -1 only: the names, one a line', 10);
    context.out.write(chosen.map((one) => `${one.name}\n`).join(''));
    return 0;
  }
  if (options.has('p') || options.has('c')) {
    const heads = options.has('c') && quiet === 0;
    if (heads) context.out.write(`Archive:  ${name}\n`);
    for (const one of chosen) {
      if (heads) context.out.write(`${doneTo(one).padStart(11)}: ${one.name.padEnd(22)}  \n`);
      context.out.write(one.bytes);
      if (heads) context.out.write('\n');
    }
    return 0;
  }
  if (options.has('v') || options.has('l')) {
    const lines = (options.has('v') ? listFully : list)(context, name, chosen);
    // One -q takes the title, two take the heads and the sums, too.
    context.out.write(
      (quiet === 0 ? lines : quiet === 1 ? lines.slice(1) : lines.slice(3, -2)).map((line) => `${line}\n`).join(''),
    );
    return 0;
  }
  const isQuiet = quiet > 0;
  if (!isQuiet) context.out.write(`Archive:  ${name}\n`);
  if (options.has('t')) {
    if (!isQuiet) context.out.write(chosen.map((one) => `    testing: ${one.name.padEnd(22)}   OK\n`).join(''));
    const tested = `${filesOf(chosen)} tested`;
    context.out.write(unmatched.map(cautionOf).join(''));
    if (unmatched.length > 0) context.out.write(`At least one error was detected in ${name}.\n`);
    else if (quiet < 2)
      context.out.write(
        `No errors detected in ${globs.length > 0 ? `${name} for the ${tested}` : `compressed data of ${name}`}.\n`,
      );
    return 0;
  }
  return undefined;
}

const doneTo = ({ info }: Member): string => (info.compression === 0 ? 'extracting' : 'inflating');

function membersOf(context: CommandContext, file: string): Member[] {
  const infos: UnzipFileInfo[] = [];
  const bytes = context.sys.read(context.path(file));
  try {
    const files = unzipSync(bytes, {
      filter: (info) => {
        infos.push(info);
        return true;
      },
    });
    return infos.map((info) => ({ name: info.name, info, bytes: files[info.name] ?? new Uint8Array() }));
  } catch {
    throw new CommandFailure(
      `End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive. [${file}]`,
      9,
    );
  }
}

function list(context: CommandContext, file: string, members: readonly Member[]): string[] {
  const attributes = zipAttributes(context.sys.read(context.path(file)));
  const total = members.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const rows = members.map(({ name, bytes }) => {
    const when = strftime('%Y-%m-%d %H:%M', attributes.get(name)?.mtimeMs ?? 0, context.env.TZ ?? '');
    return `${String(bytes.length).padStart(9)}  ${when}   ${name}`;
  });
  return [
    `Archive:  ${file}`,
    '  Length      Date    Time    Name',
    '---------  ---------- -----   ----',
    ...rows,
    '---------                     -------',
    `${String(total).padStart(9)}                     ${filesOf(members)}`,
  ];
}

const filesOf = ({ length }: readonly Member[]): string => `${length} file${length === 1 ? '' : 's'}`;

/** `-v`: also how each file is stored. */
function listFully(context: CommandContext, file: string, members: readonly Member[]): string[] {
  const attributes = zipAttributes(context.sys.read(context.path(file)));
  const cells = (size: number, method: string, packed: number) =>
    `${String(size).padStart(8)}  ${method.padEnd(6)} ${String(packed).padStart(8)} ${String(size === 0 ? 0 : Math.round((1 - packed / size) * 100)).padStart(3)}%`;
  const rows = members.map(({ name, info, bytes }) => {
    const { mtimeMs = 0, checksum = 0, method = '' } = attributes.get(name) ?? {};
    const when = strftime('%Y-%m-%d %H:%M', mtimeMs, context.env.TZ ?? '');
    return `${cells(bytes.length, method, info.size)} ${when} ${checksum.toString(16).padStart(8, '0')}  ${name}`;
  });
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
  const total = cells(sum(members.map(({ bytes }) => bytes.length)), '', sum(members.map(({ info }) => info.size)));
  return [
    `Archive:  ${file}`,
    ' Length   Method    Size  Cmpr    Date    Time   CRC-32   Name',
    '--------  ------  ------- ---- ---------- ----- --------  ----',
    ...rows,
    '--------          -------  ---                            -------',
    `${total}                            ${filesOf(members)}`,
  ];
}

/** A name as `unzip` prints it: padded, so that what follows lines up in a column. */
function shownAs(folder: string | undefined, name: string, isFolder: boolean): string {
  const path = `${folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`}${name}`;
  return isFolder ? path : `${path.padEnd(22)}  `;
}

function extract(context: CommandContext, options: ParsedOptions, members: readonly Member[]): number {
  const { sys } = context;
  const [archive = ''] = options.operands;
  const file = sys.isFile(context.path(archive)) ? archive : `${archive}.zip`;
  const attributes = zipAttributes(sys.read(context.path(file)));
  const folder = options.get('d');
  const base = context.path(folder ?? '.');
  const say = (what: string, name: string) => {
    if (!options.has('q')) context.out.write(`${what.padStart(11)}: ${shownAs(folder, name, what === 'creating')}\n`);
  };
  let status = 0;
  // Links are made last, so that nothing is written through one.
  const links: [path: string, target: string][] = [];
  for (const one of members) {
    const { name, bytes } = one;
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const safe = parts.filter((part) => part !== '..');
    if (safe.length < parts.length) {
      context.err.write(`warning:  skipped "../" path component(s) in ${name}\n`);
      status = 1;
    }
    const short = options.has('j') ? safe.slice(-1).join('/') : safe.join('/');
    if (short === '' || (options.has('j') && name.endsWith('/'))) continue;
    const path = resolveFrom(base, short);
    if (name.endsWith('/')) {
      if (!sys.exists(path)) say('creating', `${short}/`);
      sys.mkdir(path, true);
      continue;
    }
    const there = sys.exists(path) ? sys.stat(path).mtimeMs : undefined;
    const isNewer = there === undefined ? !options.has('f') : (attributes.get(name)?.mtimeMs ?? 0) > there;
    if ((options.has('u') || options.has('f')) && !isNewer) continue;
    if (there !== undefined && !options.has('o')) {
      // Nobody can be asked, so the existing file stays.
      if (!options.has('n')) {
        context.err.write(`unzip: ${short} is there already: use -o to write over it, -n to leave it\n`);
        status = 1;
      }
      continue;
    }
    const mode = attributes.get(name)?.mode ?? 0;
    sys.mkdir(path.replace(/\/[^/]*$/, '') || '/', true);
    sys.remove(path, { force: true });
    if ((mode & 0o170_000) === 0o120_000) {
      links.push([path, new TextDecoder().decode(bytes)]);
      continue;
    }
    say(doneTo(one), short);
    sys.write(path, bytes, { mode: (mode & 0o777 || 0o644) & ~context.umask });
    sys.utimes(path, attributes.get(name)?.mtimeMs ?? Date.now());
  }
  for (const [path, target] of links) sys.symlink(target, path);
  return status;
}
