import { errorText } from '../../io/error-text';
import { BrokenPipe } from '../../io/open-file';
import { decoderOf, encode } from '../../../../bytes-text';
import { Killed } from '../../task';
import { CommandFailure, type Command, type CommandContext } from '../context';
import type { LineBatch } from '../input';
import { parseOptions } from '../options';
import type { Output } from '../output';
import type { Instruction } from './instruction';
import { parseSed } from './parse';
import { Machine, type Lines, type SedSettings } from './run';

/** How much of a pipe GNU's sed reads at once. */
const BLOCK = 4096;

export const sed: Command = async (context) => {
  if (context.args[0] === '--version') {
    context.out.write('sed (GNU sed) 4.9\n');
    return 0;
  }
  const options = parseOptions(
    context.args,
    'n e: f: E i:: l: s u z r=E quiet=n silent=n expression:=e file:=f regexp-extended=E in-place::=i line-length:=l separate=s unbuffered=u null-data=z posix follow-symlinks debug sandbox!',
  );
  if (options.has('debug')) throw new CommandFailure('--debug is not here; leave it out');
  const posix = options.has('posix');
  const operands = [...options.operands];
  const parts: string[] = [];
  for (const { name, value } of options.list) {
    if (name === 'e') parts.push(value);
    else if (name === 'f') parts.push((await context.open(value).text()).replace(/\n$/, ''));
  }
  if (parts.length === 0) {
    const script = operands.shift();
    if (script === undefined) {
      context.err.write('Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n');
      return 1;
    }
    parts.push(script);
  }
  const read = decoderOf(context.env);
  const { program, quiet } = parseSed(read(encode(parts.join('\n'))), { extended: options.has('E'), posix });
  const files = operands.length > 0 ? operands : ['-'];
  const settings: SedSettings = {
    quiet: quiet || options.has('n'),
    end: options.has('z') ? '\0' : '\n',
    width: Number(options.get('l') ?? 70),
    block: options.has('u') ? 1 : BLOCK,
    posix,
    files: outputs(context, program),
    given: await givenFiles(context, program, files),
  };
  const inPlace = options.get('i');
  const status =
    inPlace === undefined
      ? await throughAll(context, program, settings, files, options.has('s'))
      : await inEach(context, program, settings, files, { suffix: inPlace, follows: options.has('follow-symlinks') });
  for (const file of settings.files.values()) if (file !== context.out && file !== context.err) await file.close();
  return status;
};

function outputs(context: CommandContext, program: readonly Instruction[]): Map<string, Output> {
  const files = new Map<string, Output>([
    ['/dev/stdout', context.out],
    ['/dev/stderr', context.err],
  ]);
  for (const { name, text, substitution } of program) {
    const path = 'wW'.includes(name) ? text : substitution?.file;
    if (path !== undefined && !files.has(path)) files.set(path, context.create(path));
  }
  return files;
}

/** What `r` and `R` read that is no file of the tree, such as a process substitution. The lines of `files` are not theirs. */
async function givenFiles(
  context: CommandContext,
  program: readonly Instruction[],
  files: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const given = new Map<string, Uint8Array>();
  const taken = new Set(files.map(descriptorOf));
  for (const { name, text } of program)
    if (
      'rR'.includes(name) &&
      /^\/dev\/(?:stdin|fd\/\d+)$/.test(text) &&
      !given.has(text) &&
      !taken.has(descriptorOf(text))
    )
      given.set(text, await context.open(text).bytes());
  return given;
}

/** One name for the standard input. */
const descriptorOf = (file: string): string => (/^(?:-|\/dev\/stdin)$/.test(file) ? '/dev/fd/0' : file);

/** Runs the program on all files as one stream of lines, or on each separately. */
async function throughAll(
  context: CommandContext,
  program: readonly Instruction[],
  settings: SedSettings,
  files: readonly string[],
  separate: boolean,
): Promise<number> {
  const found = { unreadable: false };
  const groups = separate ? files.map((one) => [one]) : [files];
  const machine = new Machine(context, program, settings);
  for (const group of groups) {
    const lines = new Cursor(linesOf(context, group, settings.end, found));
    const code = await machine.run(lines, context.out);
    if (code !== undefined) lines.leave(settings.block);
    if (code !== undefined && code !== 0) return code;
    if (code !== undefined) break;
  }
  return found.unreadable ? 2 : 0;
}

interface Line {
  readonly text: string;
  readonly ended: boolean;
  readonly name: string;
}

interface Batch {
  readonly lines: readonly Line[];
  readonly leave: LineBatch['leave'];
}

/** The lines of files as they arrive. Reports unreadable files. */
async function* linesOf(
  context: CommandContext,
  files: readonly string[],
  end: string,
  found: { unreadable: boolean },
): AsyncGenerator<Batch> {
  for (const name of files) {
    try {
      const input = context.open(name);
      for await (const { texts, whole, leave } of input.batches(end.charCodeAt(0), decoderOf(context.env))) {
        const lines = texts.map((text, at) => ({ text, ended: whole || at < texts.length - 1, name }));
        yield { lines, leave };
      }
    } catch (error) {
      if (error instanceof Killed || error instanceof BrokenPipe) throw error;
      found.unreadable = true;
      if (Object(error).code === 'EISDIR') context.err.write(`sed: read error on ${name}: Is a directory\n`);
      else if (error instanceof CommandFailure)
        context.err.write(`sed: can't read ${error.message.replace(/^couldn't open file /, '')}\n`);
      else throw error;
    }
  }
}

async function* linesOfText(text: string, end: string, name: string): AsyncGenerator<Batch> {
  const parts = text.split(end);
  const rest = parts.pop() ?? '';
  const lines = parts.map((part) => ({ text: part, ended: true, name }));
  yield { lines: rest === '' ? lines : [...lines, { text: rest, ended: false, name }], leave: () => undefined };
}

async function inEach(
  context: CommandContext,
  program: readonly Instruction[],
  settings: SedSettings,
  files: readonly string[],
  { suffix, follows }: { suffix: string; follows: boolean },
): Promise<number> {
  let status = 0;
  for (const name of files) {
    const path = context.path(name);
    try {
      const { mode, type } = context.sys.stat(path);
      if (type !== 'file') throw new CommandFailure(`couldn't edit ${name}: not a regular file`, 4);
      const before = context.sys.read(path).slice();
      const replaces = !follows && context.sys.stat(path, false).type === 'symlink';
      const temporary = `${path}.sed-${context.task.pid}`;
      const out = context.create(temporary);
      const code = await new Machine(context, program, settings).run(
        new Cursor(linesOfText(decoderOf(context.env)(before), settings.end, name)),
        out,
      );
      await out.close();
      if (suffix !== '')
        context.sys.write(suffix.includes('*') ? context.path(suffix.replaceAll('*', name)) : path + suffix, before, {
          mode,
        });
      const made = context.sys.read(temporary).slice();
      context.sys.remove(temporary);
      if (replaces) context.sys.remove(path);
      context.sys.write(path, made, { mode });
      if (code) return code;
    } catch (error) {
      if (error instanceof CommandFailure && error.status === 4) throw error;
      if (typeof Object(error).code !== 'string') throw error;
      status = 2;
      context.err.write(`sed: can't read ${name}: ${errorText(error)}\n`);
    }
  }
  return status;
}

class Cursor implements Lines {
  number = 0;
  name = '-';
  private batch: Batch = { lines: [], leave: () => undefined };
  private at = 0;
  private over = false;

  constructor(private readonly batches: AsyncGenerator<Batch>) {}

  get ready(): boolean {
    return this.over || this.at < this.batch.lines.length;
  }

  get last(): boolean {
    return this.over && this.at >= this.batch.lines.length;
  }

  async fill(): Promise<void> {
    while (!this.ready) {
      const next = await this.batches.next();
      if (next.done) this.over = true;
      else [this.batch, this.at] = [next.value, 0];
    }
  }

  next(): Line | undefined {
    const line = this.batch.lines[this.at];
    if (!line) return undefined;
    this.at += 1;
    this.number += 1;
    this.name = line.name;
    return line;
  }

  /** Leaves what it has not given to the next reader. */
  leave(block: number): void {
    this.batch.leave(this.at, block);
  }
}
