import { diffArrays } from 'diff';
import { errorText } from '../../io/error-text';
import { decode } from '../../io/text';
import { strftime } from '../../builtins/strftime';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { statPath } from '../files/copy';
import { parseOptions, type ParsedOptions } from '../options';

const SPEC =
  'a b B d i I: N q r s t u U:: w W: y Z x: X: c C: e n brief=q recursive=r new-file=N ignore-case=i ignore-all-space=w ignore-space-change=b ignore-blank-lines=B ignore-trailing-space=Z unified::=U context::=C report-identical-files=s text=a exclude:=x side-by-side=y minimal=d color:: label: L:=label strip-trailing-cr expand-tabs=t width:=W ed=e rcs=n speed-large-files no-dereference normal suppress-common-lines';

/** Stands at the end of a last line that has no newline, which no text has. */
const OPEN = '\0';

export const diff: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  for (const name of ['c', 'C', 'y', 'e', 'n']) {
    if (options.has(name)) throw new CommandFailure(`this form of output is not here; use -u`, 2);
  }
  const [left, right, extra] = options.operands;
  if (left === undefined || right === undefined)
    throw new CommandFailure(
      `missing operand after '${left ?? 'diff'}'\ndiff: Try 'diff --help' for more information.`,
      2,
    );
  if (extra !== undefined)
    throw new CommandFailure(`extra operand '${extra}'\ndiff: Try 'diff --help' for more information.`, 2);
  return new Comparison(context, options).paths(left, right);
};

class Comparison {
  private status = 0;
  private readonly excluded: RegExp[];

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    this.excluded = options.all('x').map((glob) => patternRegExp(glob));
  }

  async paths(left: string, right: string): Promise<number> {
    const [a, b] = [this.isFolder(left), this.isFolder(right)];
    if (a && b) await this.folders(left, right);
    else if (a) await this.files(`${left.replace(/\/$/, '')}/${right.split('/').at(-1)}`, right);
    else if (b) await this.files(left, `${right.replace(/\/$/, '')}/${left.split('/').at(-1)}`);
    else await this.files(left, right);
    return this.status;
  }

  private isFolder(path: string): boolean {
    return path !== '-' && statPath(this.context, path)?.type === 'directory';
  }

  private async folders(left: string, right: string): Promise<void> {
    const { context, options } = this;
    const names = (path: string) =>
      context.sys
        .list(context.path(path))
        .map(({ name }) => name)
        .filter((name) => !this.excluded.some((one) => one.test(name)));
    const [as, bs] = [new Set(names(left)), new Set(names(right))];
    for (const name of [...new Set([...as, ...bs])].sort((a, b) => (a < b ? -1 : 1))) {
      const [a, b] = [`${left.replace(/\/$/, '')}/${name}`, `${right.replace(/\/$/, '')}/${name}`];
      const lone = !as.has(name) || !bs.has(name);
      if (lone && !options.has('N')) {
        context.out.write(`Only in ${(as.has(name) ? left : right).replace(/(?<=.)\/$/, '')}: ${name}\n`);
        this.status = Math.max(1, this.status);
      } else if (this.isFolder(a) && this.isFolder(b)) {
        if (options.has('r')) await this.folders(a, b);
        else context.out.write(`Common subdirectories: ${a} and ${b}\n`);
      } else if (this.isFolder(a) || this.isFolder(b)) {
        if (lone) continue;
        const kind = (path: string) => (this.isFolder(path) ? 'directory' : 'regular file');
        context.out.write(`File ${a} is a ${kind(a)} while file ${b} is a ${kind(b)}\n`);
        this.status = Math.max(1, this.status);
      } else await this.files(a, b, true);
    }
  }

  private async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.context.open(path).bytes();
    } catch (error) {
      if (this.options.has('N') && error instanceof CommandFailure && error.message.includes('No such file'))
        return new Uint8Array();
      this.status = 2;
      await this.context.fail(error instanceof CommandFailure ? error.message : `${path}: ${errorText(error)}`);
      return undefined;
    }
  }

  private async files(left: string, right: string, inFolders = false): Promise<void> {
    const { context, options } = this;
    const [a, b] = [await this.read(left), await this.read(right)];
    if (!a || !b) return;
    const same = a.length === b.length && a.every((byte, at) => byte === b[at]);
    const edits = same ? [] : this.edits(a, b);
    if (edits.length === 0) {
      if (options.has('s')) context.out.write(`Files ${left} and ${right} are identical\n`);
      return;
    }
    this.status = Math.max(1, this.status);
    if (options.has('q')) context.out.write(`Files ${left} and ${right} differ\n`);
    else if (!options.has('a') && (a.includes(0) || b.includes(0)))
      context.out.write(`Binary files ${left} and ${right} differ\n`);
    else {
      if (inFolders)
        context.out.write(`diff ${context.args.filter((arg) => arg.startsWith('-')).join(' ')} ${left} ${right}\n`);
      const [from, to] = [linesOf(a), linesOf(b)];
      if (options.has('u') || options.has('U')) this.unified(left, right, from, to, edits);
      else this.normal(from, to, edits);
    }
    await context.out.flush();
  }

  private edits(a: Uint8Array, b: Uint8Array): Edit[] {
    const key = this.key();
    const [from, to] = [linesOf(a), linesOf(b)];
    const edits: Edit[] = [];
    let [x, y] = [0, 0];
    for (const { added, removed, value } of diffArrays(from.map(key), to.map(key))) {
      const last = edits.at(-1);
      if (!added && !removed) {
        x += value.length;
        y += value.length;
      } else {
        const open = last && last.to === x && last.newTo === y ? last : { from: x, to: x, newFrom: y, newTo: y };
        if (open !== last) edits.push(open);
        if (removed) open.to = x += value.length;
        else open.newTo = y += value.length;
      }
    }
    if (!this.options.has('B')) return edits;
    return edits.filter((edit) =>
      [...from.slice(edit.from, edit.to), ...to.slice(edit.newFrom, edit.newTo)].some((line) => line.trim() !== ''),
    );
  }

  /** What of a line counts. */
  private key(): (line: string) => string {
    const { options } = this;
    return (line) => {
      let key = line;
      if (options.has('strip-trailing-cr')) key = key.replace(/\r$/, '');
      if (options.has('w')) key = key.replaceAll(/\s/g, '');
      else if (options.has('b')) key = key.replaceAll(/\s+/g, ' ').trimEnd();
      else if (options.has('Z')) key = key.trimEnd();
      return options.has('i') ? key.toLowerCase() : key;
    };
  }

  private show(mark: string, line: string): void {
    const open = line.endsWith(OPEN);
    this.context.out.write(`${mark}${open ? `${line.slice(0, -1)}\n\\ No newline at end of file` : line}\n`);
  }

  private normal(from: readonly string[], to: readonly string[], edits: readonly Edit[]): void {
    const range = (start: number, end: number) => (end - start <= 1 ? String(end) : `${start + 1},${end}`);
    for (const edit of edits) {
      const kind = edit.from === edit.to ? 'a' : edit.newFrom === edit.newTo ? 'd' : 'c';
      this.context.out.write(`${range(edit.from, edit.to)}${kind}${range(edit.newFrom, edit.newTo)}\n`);
      for (const line of from.slice(edit.from, edit.to)) this.show('< ', line);
      if (kind === 'c') this.context.out.write('---\n');
      for (const line of to.slice(edit.newFrom, edit.newTo)) this.show('> ', line);
    }
  }

  private unified(
    left: string,
    right: string,
    from: readonly string[],
    to: readonly string[],
    edits: readonly Edit[],
  ): void {
    const { context, options } = this;
    const around = Number(options.get('U') || 3);
    const [first, second] = options.all('label');
    context.out.write(`--- ${first ?? this.titled(left)}\n+++ ${second ?? this.titled(right)}\n`);
    for (let at = 0; at < edits.length;) {
      let end = at + 1;
      while (end < edits.length && (edits[end]?.from ?? 0) - (edits[end - 1]?.to ?? 0) <= around * 2) end += 1;
      this.hunk(from, to, edits.slice(at, end), around);
      at = end;
    }
  }

  private hunk(from: readonly string[], to: readonly string[], edits: readonly Edit[], around: number): void {
    const [first, last] = [edits[0], edits.at(-1)];
    if (!first || !last) return;
    const before = Math.min(around, first.from);
    const after = Math.min(around, from.length - last.to);
    const range = (start: number, end: number) =>
      end - start === 1 ? String(start + 1) : `${end === start ? start : start + 1},${end - start}`;
    const [a, b, c, d] = [first.from - before, last.to + after, first.newFrom - before, last.newTo + after];
    this.context.out.write(`@@ -${range(a, b)} +${range(c, d)} @@\n`);
    let at = a;
    for (const edit of edits) {
      for (const line of from.slice(at, edit.from)) this.show(' ', line);
      for (const line of from.slice(edit.from, edit.to)) this.show('-', line);
      for (const line of to.slice(edit.newFrom, edit.newTo)) this.show('+', line);
      at = edit.to;
    }
    for (const line of from.slice(at, b)) this.show(' ', line);
  }

  private titled(path: string): string {
    const ms = path === '-' ? Date.now() : (statPath(this.context, path)?.mtimeMs ?? 0);
    return `${path}\t${strftime('%F %T.%N %z', ms, this.context.env.TZ ?? '')}`;
  }
}

/** Lines from `from` to before `to` became those from `newFrom` to before `newTo`. */
interface Edit {
  from: number;
  to: number;
  newFrom: number;
  newTo: number;
}

function linesOf(bytes: Uint8Array): string[] {
  const lines = decode(bytes).split('\n');
  const rest = lines.pop() ?? '';
  return rest === '' ? lines : [...lines, rest + OPEN];
}
