import { parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { decode, encode } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { backupName } from '../files/backup';
import { statPath } from '../stat-path';
import { parseOptions, type ParsedOptions } from '../options';
import { contextHunk, contextPatches } from './context-hunks';
import { fitHunks, type Fitted } from './fit-hunks';

const SPEC =
  'b B: c d: D: e E f F: g: i: l n N o: p: r: R s t T u v V: Y: z: Z directory:=d input:=i strip:=p reverse=R dry-run output:=o forward=N fuzz:=F silent=s quiet=s backup=b suffix:=z version-control:=V prefix:=B batch=t force=f unified=u ignore-whitespace=l reject-file:=r verbose no-backup-if-mismatch posix merge remove-empty-files=E';

/** What is to be done to one file, and the form in which it was given. */
interface FilePatch extends StructuredPatch {
  form: 'unified' | 'context' | 'normal';
}

/** `patch`: applies unified patches, and those of `diff -c` and plain `diff`, which are converted first. */
export const patch: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  const lacking = ['D', 'e', 'merge', 'Y'].find((name) => options.has(name));
  if (lacking !== undefined)
    throw new CommandFailure(`${lacking.length > 1 ? '--' : '-'}${lacking} is not here; do without it`, 2);
  const [target, file] = options.operands;
  const text = await opened(context, options.get('i') ?? file ?? '-').text();
  const patches = read(text).map((one) => (options.has('R') ? reversed(one) : one));
  if (patches.length === 0) {
    if (text === '') return 0;
    throw new CommandFailure('**** Only garbage was found in the patch input.', 2);
  }
  const folder = options.get('d');
  if (folder !== undefined && statPath(context, folder)?.type !== 'directory')
    throw new CommandFailure(`**** Can't change to directory ${folder} : No such file or directory`, 2);
  const inside = folder === undefined ? context : context.inFolder(folder);
  let status = 0;
  for (const one of patches) if (!(await apply(inside, options, one, target))) status = 1;
  await inside.out.flush();
  return status;
};

function opened(context: CommandContext, path: string): ReturnType<CommandContext['open']> {
  try {
    return context.open(path);
  } catch (error) {
    throw error instanceof CommandFailure ? new CommandFailure(error.message, 2) : error;
  }
}

/** The patch that undoes one, with removals before additions. */
function reversed(one: FilePatch): FilePatch {
  const made = { ...reversePatch(one), form: one.form };
  for (const hunk of made.hunks) hunk.lines = inOrder(hunk.lines);
  return made;
}

function inOrder(lines: readonly string[]): string[] {
  const made: string[] = [];
  const added: string[] = [];
  let to = made;
  for (const line of lines) {
    // A `\ No newline` mark stays with the line before it.
    if (!line.startsWith('\\')) to = line.startsWith('+') ? added : made;
    if (/^[^-+\\]|^$/.test(line)) made.push(...added.splice(0));
    to.push(line);
  }
  return [...made, ...added];
}

function read(text: string): FilePatch[] {
  if (/^@@ /m.test(text))
    return parsePatch(withoutGarbage(text))
      .filter(({ hunks }) => hunks.length > 0)
      .map((one) => ({ ...one, form: 'unified' }));
  if (/^\*{15}/m.test(text)) return contextPatches(text).map((one) => ({ ...one, form: 'context' }));
  const hunks = normalHunks(text);
  if (hunks.length === 0) return [];
  return [{ oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks, form: 'normal' }];
}

/** A patch without what follows a hunk and belongs to none, such as the signature of a mail. */
function withoutGarbage(text: string): string {
  let [old, fresh] = [0, 0];
  let after = false;
  const kept = text.split('\n').filter((line) => {
    if (old > 0 || fresh > 0) {
      if (!/^[+\\]/.test(line)) old -= 1;
      if (!/^[-\\]/.test(line)) fresh -= 1;
      return true;
    }
    const head = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (head) [old, fresh] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
    after = head !== null || (after && !/^(?:diff|---|\+\+\+|Index:) /.test(line));
    return head !== null || !after || line.startsWith('\\');
  });
  return `${kept.join('\n').replace(/\n$/, '')}\n`;
}

/** The hunks of a patch in the format of plain `diff`. */
function normalHunks(text: string): StructuredPatch['hunks'] {
  const lines = text.split('\n');
  const hunks: StructuredPatch['hunks'] = [];
  for (let at = 0; at < lines.length;) {
    const head = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/.exec(lines[at++] ?? '');
    if (!head) continue;
    const body: string[] = [];
    for (; at < lines.length && /^[<>\\-]/.test(lines[at] ?? ''); at += 1) {
      const line = lines[at] ?? '';
      if (line.startsWith('< ')) body.push(`-${line.slice(2)}`);
      else if (line.startsWith('> ')) body.push(`+${line.slice(2)}`);
      else if (line.startsWith('\\')) body.push(line);
    }
    const [, from = '0', to = from, kind, newFrom = '0', newTo = newFrom] = head;
    const oldLines = kind === 'a' ? 0 : Number(to) - Number(from) + 1;
    const newLines = kind === 'd' ? 0 : Number(newTo) - Number(newFrom) + 1;
    hunks.push({
      oldStart: Number(from) + (kind === 'a' ? 1 : 0),
      oldLines,
      newStart: Number(newFrom) + (kind === 'd' ? 1 : 0),
      newLines,
      lines: body,
    });
  }
  return hunks;
}

/**
 * The file that a patch is for, which is never outside the folder: of the existing files its header names, the one in the fewest folders, then the shortest. If
 * there is none and the patch `creates` it, the one for which the fewest folders have to be made.
 */
function fileFor(
  context: CommandContext,
  { oldFileName, newFileName, index }: StructuredPatch,
  options: ParsedOptions,
  creates: boolean,
  say: (text: string) => unknown,
): string | undefined {
  const strip = stripOf(options);
  const cut = (name: string) => {
    const plain = name.split('\t')[0] ?? '';
    return strip === undefined ? (plain.split('/').at(-1) ?? plain) : plain.split('/').slice(strip).join('/');
  };
  // Of names that are equally good, the first one of the patch as written counts.
  const written = options.has('R') ? [newFileName, oldFileName] : [oldFileName, newFileName];
  const named = [...written, index].flatMap((name) =>
    name === undefined || name === '/dev/null' || name === '' ? [] : [cut(name)],
  );
  const names = named.filter((name) => {
    if (name.startsWith('/')) say(`Ignoring potentially dangerous file name ${name}`);
    return !name.startsWith('/') && !name.split('/').includes('..');
  });
  const base = (name: string) => name.split('/').at(-1) ?? '';
  const newFolders = (name: string) => {
    const folders = name.split('/').slice(0, -1);
    return folders.filter((_, at) => !statPath(context, folders.slice(0, at + 1).join('/') || '/')).length;
  };
  const rank = (name: string) => [newFolders(name), name.split('/').length, base(name).length, name.length];
  const better = (a: string, b: string) => {
    const [left, right] = [rank(a), rank(b)];
    const at = left.findIndex((value, place) => value !== right[place]);
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  };
  const there = names.filter((name) => statPath(context, name)?.type === 'file' && !isBelowLink(context, name));
  if (there.length === 0 && !creates) return names.at(-1);
  return (there.length > 0 ? there : names).toSorted(better)[0];
}

/** How many folders `-p` takes off names; undefined if all of them. */
const stripOf = (options: ParsedOptions): number | undefined =>
  options.get('p') === undefined ? undefined : Number(options.get('p'));

const isLink = (context: CommandContext, name: string): boolean => statPath(context, name, false)?.type === 'symlink';

/** Whether a folder above a file is a symbolic link, which may lead outside. */
function isBelowLink(context: CommandContext, name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  return folders.some((_, at) => isLink(context, folders.slice(0, at + 1).join('/') || '/'));
}

/** Whether one side of a patch is an absent file, by its name or by the time `diff -N` gives it. */
const isNothing = (name: string | undefined, header: string | undefined): boolean =>
  name?.split('\t')[0] === '/dev/null' ||
  /^(?:Thu Jan {1,2}1 00:00:00 1970|1970-01-01 00:00:00)/.test(header?.trim() ?? '');

/** Why a patch seems to have been applied already, by what it does. */
const DOUBTS = {
  create: ['create', 'already exists'],
  delete: ['delete', 'does not exist'],
  empty: ['empty out', 'is already empty'],
} as const;

/** Whether a patch makes or ends a file of this size that is there, or is not, already. */
function doubtOf(one: FilePatch, size: number | undefined): keyof typeof DOUBTS | undefined {
  const begins = isNothing(one.oldFileName, one.oldHeader) && one.hunks.every(({ oldLines }) => oldLines === 0);
  if (size) return begins ? 'create' : undefined;
  if (!one.hunks.every(({ newLines }) => newLines === 0)) return undefined;
  if (size === 0) return 'empty';
  return isNothing(one.newFileName, one.newHeader) ? 'delete' : undefined;
}

async function apply(
  context: CommandContext,
  options: ParsedOptions,
  one: FilePatch,
  target: string | undefined,
): Promise<boolean> {
  const strip = stripOf(options);
  const begins = isNothing(one.oldFileName, one.oldHeader) || one.hunks.every(({ oldLines }) => oldLines === 0);
  // What is patched goes to standard output itself with `-o -`.
  const told = options.get('o') === '-' ? context.err : context.out;
  const say = (text: string) => options.has('s') || told.write(`${text}\n`);
  const name = target ?? fileFor(context, one, options, begins, say);
  const strays = target === undefined && name !== undefined && isBelowLink(context, name);
  if (strays && begins) {
    say(`Invalid file name ${name} -- skipping patch`);
    return false;
  }
  const found = name === undefined || name === '' || strays ? undefined : statPath(context, name);
  const doubt = options.has('N') && name ? doubtOf(one, found?.size) : undefined;
  if (doubt !== undefined && name) {
    const what = DOUBTS[doubt];
    say(`The next patch would ${what[0]} the file ${name},\nwhich ${what[1]}!  Skipping patch.`);
    say(counted(one, one.hunks.length, 'ignored'));
    return false;
  }
  if (name === undefined || name === '' || (!found && !begins && target === undefined)) {
    const heads = [`--- ${one.oldFileName ?? ''}`, `+++ ${one.newFileName ?? ''}`];
    context.out.write(
      `can't find file to patch at input line 3\nPerhaps you ${strip === undefined ? 'should have used the' : 'used the wrong'} -p or --strip option?\nThe text leading up to this was:\n--------------------------\n${heads.map((line) => `|${line}\n`).join('')}--------------------------\n`,
    );
    context.out.write(
      `File to patch: \nSkip this patch? [y] \nSkipping patch.\n${counted(one, one.hunks.length, 'ignored')}\n`,
    );
    return false;
  }
  if (isLink(context, name)) {
    say(`File ${name} is not a regular file -- refusing to patch`);
    return reject(context, options, one, name, one.hunks, 'ignored');
  }
  const before = found ? decode(context.sys.read(context.path(name))) : '';
  const to = options.get('o');
  say(
    `${options.has('dry-run') ? 'checking' : 'patching'} file ${to === undefined ? name : `${to} (read from ${name})`}`,
  );
  const same = options.has('l') ? sameButSpaces : (a: string, b: string) => a === b;
  const most = Number(options.get('F') ?? 2);
  let fit = fitHunks(before, one.hunks, most, same);
  if (fuzzOf(fit) > 0 && !options.has('f')) {
    const back = fitHunks(before, reversed(one).hunks, most, same);
    if (fuzzOf(back) < fuzzOf(fit)) {
      const what = options.has('R') ? 'Unreversed' : 'Reversed (or previously applied)';
      if (options.has('t')) {
        say(`${what} patch detected!  ${options.has('R') ? 'Ignoring' : 'Assuming'} -R.`);
        fit = back;
      } else {
        say(
          options.has('N')
            ? `${what} patch detected!  Skipping patch.`
            : `${what} patch detected!  ${options.has('R') ? 'Ignore' : 'Assume'} -R? [n] \nApply anyway? [n] \nSkipping patch.`,
        );
        return reject(context, options, one, name, one.hunks, 'ignored');
      }
    }
  }
  for (const [index, hunk] of fit.fitted.entries()) tell(say, hunk, index + 1);
  const failed = fit.fitted.filter(({ at }) => at === undefined).map(({ hunk }) => hunk);
  if (!options.has('dry-run')) write(context, options, one, { name, before, found: found !== undefined, ...fit });
  return failed.length === 0 || reject(context, options, one, name, failed, 'FAILED');
}

/** How many lines of context the first hunk ignores where it fits. */
const fuzzOf = ({ fitted: [first] }: { fitted: readonly Fitted[] }): number =>
  first?.at === undefined ? Infinity : first.fuzz;

const sameButSpaces = (a: string, b: string): boolean => {
  const plain = (line: string) => line.replaceAll(/\s+/g, ' ').trimEnd();
  return plain(a) === plain(b);
};

function tell(say: (text: string) => unknown, { at, fuzz, offset, hunk }: Fitted, number: number): void {
  if (at === undefined) say(`Hunk #${number} FAILED at ${hunk.oldStart + offset}.`);
  else if (fuzz > 0 || offset !== 0) {
    const away = offset === 0 ? '' : ` (offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'})`;
    // The message gives the hunk's line in the new file.
    say(`Hunk #${number} succeeded at ${hunk.newStart + offset}${fuzz > 0 ? ` with fuzz ${fuzz}` : ''}${away}.`);
  }
}

const counted = ({ hunks }: StructuredPatch, count: number, what: string): string =>
  `${count} out of ${hunks.length} hunk${hunks.length === 1 ? '' : 's'} ${what}`;

/** Saves hunks that were not applied to a reject file. */
function reject(
  context: CommandContext,
  options: ParsedOptions,
  one: FilePatch,
  name: string,
  hunks: StructuredPatch['hunks'],
  what: string,
): false {
  const to = options.get('r') ?? `${options.get('o') ?? name}.rej`;
  const keeps = !options.has('dry-run') && to !== '-';
  if (!options.has('s') || what === 'FAILED')
    context.out.write(`${counted(one, hunks.length, what)}${keeps ? ` -- saving rejects to file ${to}` : ''}\n`);
  if (!keeps) return false;
  context.writeFile(to, encode(`${rejected(one, hunks, name, Number(options.get('p') ?? -1)).join('\n')}\n`));
  return false;
}

/** The lines of a reject file: in the form of the patch, but those of plain `diff` almost as of `diff -c`. */
function rejected(one: FilePatch, hunks: StructuredPatch['hunks'], name: string, strip: number): string[] {
  // Without -p, a name stands there without its folders.
  const title = (file: string | undefined, header: string | undefined) =>
    `${file?.split('/').slice(strip).join('/') ?? name}${header ? `\t${header}` : ''}`;
  const titles =
    one.form === 'normal'
      ? ['/dev/null', '/dev/null']
      : [title(one.oldFileName, one.oldHeader), title(one.newFileName, one.newHeader)];
  const [old, fresh] = one.form === 'unified' ? ['---', '+++'] : ['***', '---'];
  return [
    `${old} ${titles[0]}`,
    `${fresh} ${titles[1]}`,
    ...hunks.flatMap((hunk) => (one.form === 'unified' ? unifiedHunk(hunk) : contextHunk(hunk, one.form === 'normal'))),
  ];
}

function unifiedHunk({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatch['hunks'][number]): string[] {
  // For an empty range, the parsed patch gives the line after it.
  const range = (start: number, count: number) =>
    count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
  return [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...lines];
}

function write(
  context: CommandContext,
  options: ParsedOptions,
  one: FilePatch,
  made: { name: string; before: string; found: boolean; text: string; fitted: readonly Fitted[] },
): void {
  const { name, before, text, fitted } = made;
  const mismatched = fitted.some(({ at, fuzz, offset }) => at === undefined || fuzz > 0 || offset !== 0);
  if (fitted.every(({ at }) => at === undefined) && !options.has('o')) {
    if (made.found && !options.has('no-backup-if-mismatch')) keep(context, options, name, before);
    return;
  }
  if (options.has('b') || (mismatched && made.found && !options.has('no-backup-if-mismatch')))
    keep(context, options, name, before);
  const to = options.get('o') ?? name;
  if (to === '-') {
    context.out.write(text);
    return;
  }
  const path = context.path(to);
  if (text === '' && (options.has('E') || isNothing(one.newFileName, one.newHeader))) {
    context.sys.remove(context.path(name));
    removeEmptyFolders(context, name);
    return;
  }
  context.sys.mkdir(path.replace(/\/[^/]*$/, '') || '/', true);
  const mode = statPath(context, name)?.mode;
  context.sys.write(path, encode(text), { mode: mode === undefined ? 0o666 & ~context.umask : mode & 0o7777 });
}

/** Keeps a file as it was, under the name that the options ask for. */
function keep(context: CommandContext, options: ParsedOptions, name: string, before: string): void {
  const [start, end] = [options.get('B'), options.get('z')];
  const { PATCH_VERSION_CONTROL, VERSION_CONTROL = 'existing', SIMPLE_BACKUP_SUFFIX = '.orig' } = context.env;
  const how = options.get('V') ?? PATCH_VERSION_CONTROL ?? VERSION_CONTROL;
  const kept =
    start === undefined && end === undefined
      ? backupName(context, name, how, SIMPLE_BACKUP_SUFFIX)
      : `${start ?? ''}${name}${end ?? ''}`;
  if (kept !== undefined) context.writeFile(kept, encode(before));
}

/** Removes folders that are empty once the file is gone. */
function removeEmptyFolders(context: CommandContext, name: string): void {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const folder = context.path(name.slice(0, at));
    if (context.sys.list(folder).length > 0) return;
    context.sys.remove(folder);
  }
}
