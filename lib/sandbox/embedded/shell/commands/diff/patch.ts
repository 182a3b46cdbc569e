import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { decode, encode } from '../../io/text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { statPath } from '../files/copy';
import { parseOptions, type ParsedOptions } from '../options';

const SPEC =
  'b B: c d: D: e E f F: g: i: l n N o: p: r: R s t T u v V: Y: z: Z directory:=d input:=i strip:=p reverse=R dry-run output:=o forward=N fuzz:=F silent=s quiet=s backup=b suffix:=z batch=t force=f unified=u ignore-whitespace=l reject-file:=r verbose no-backup-if-mismatch posix merge remove-empty-files=E';

/** `patch`: unified patches; those of `diff` without options are turned into such first. */
export const patch: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  const [target, file] = options.operands;
  const input = options.get('i') ?? file;
  const text = await context.open(input ?? '-').text();
  const patches = read(text).map((one) => (options.has('R') ? reversePatch(one) : one));
  if (patches.length === 0) throw new CommandFailure('**** Only garbage was found in the patch input.', 2);
  let status = 0;
  for (const one of patches) if (!(await apply(context, options, one, target))) status = 1;
  return status;
};

function read(text: string): StructuredPatch[] {
  if (/^@@ /m.test(text)) return parsePatch(text).filter(({ hunks }) => hunks.length > 0);
  if (/^\*{15}$/m.test(text)) throw new CommandFailure('context patches are not here; make it with diff -u', 2);
  const hunks = normalHunks(text);
  return hunks.length > 0 ? [{ oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks }] : [];
}

/** The hunks of a patch in the form of `diff` without options. */
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

/** The file that a patch is for, by the names in its head. */
function fileFor(
  context: CommandContext,
  { oldFileName, newFileName }: StructuredPatch,
  strip: number | undefined,
): string | undefined {
  const cut = (name: string) => {
    const plain = name.split('\t')[0] ?? '';
    return strip === undefined ? (plain.split('/').at(-1) ?? plain) : plain.split('/').slice(strip).join('/');
  };
  const names = [oldFileName, newFileName]
    .filter((name) => name !== undefined && name !== '/dev/null' && name !== '')
    .map((name) => cut(name ?? ''));
  return names.find((name) => statPath(context, name)) ?? names.at(-1);
}

async function apply(
  context: CommandContext,
  options: ParsedOptions,
  one: StructuredPatch,
  target: string | undefined,
): Promise<boolean> {
  const strip = options.get('p') === undefined ? undefined : Number(options.get('p'));
  const base = options.get('d');
  const found = target ?? fileFor(context, one, strip);
  if (found === undefined || found === '')
    throw new CommandFailure('**** cannot find the file to patch; give its name, or -p', 2);
  const name = base === undefined ? found : `${base}/${found}`;
  const before = statPath(context, name) ? decode(context.sys.read(context.path(name))) : '';
  const after = applyPatch(before, one, { fuzzFactor: Number(options.get('F') ?? 2), autoConvertLineEndings: false });
  if (!options.has('s')) context.out.write(`${options.has('dry-run') ? 'checking' : 'patching'} file ${name}\n`);
  if (after === false) {
    const already = applyPatch(before, reversePatch(one), { autoConvertLineEndings: false }) !== false;
    if (already && options.has('N'))
      context.out.write('Reversed (or previously applied) patch detected!  Skipping patch.\n');
    context.out.write(
      `${one.hunks.length} out of ${one.hunks.length} hunk${one.hunks.length === 1 ? '' : 's'} ${already && options.has('N') ? 'ignored' : 'FAILED'}; nothing of ${name} was changed\n`,
    );
    return false;
  }
  if (options.has('dry-run')) return true;
  if (options.has('b') && before !== '') context.writeFile(name + (options.get('z') ?? '.orig'), encode(before));
  const gone = one.newFileName?.split('\t')[0] === '/dev/null' && after === '';
  const to = options.get('o') ?? name;
  if (gone) context.sys.remove(context.path(name));
  else {
    const path = context.path(to);
    context.sys.mkdir(path.replace(/\/[^/]*$/, '') || '/', true);
    const mode = statPath(context, name)?.mode;
    context.sys.write(path, encode(after), { mode: mode === undefined ? 0o666 & ~context.umask : mode & 0o7777 });
  }
  return true;
}
