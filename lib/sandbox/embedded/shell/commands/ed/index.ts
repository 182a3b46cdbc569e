import { concat, decode, encode } from '../../../../bytes-text';
import { errorText } from '../../io/error-text';
import { collector, fileOfBytes } from '../../io/open-file';
import type { Command, CommandContext } from '../context';
import { parseOptions } from '../options';
import { EdFailure } from './ed-failure';
import { Editing } from './editing';
import { runEdCommand } from './editor';
import { editFile } from './file-commands';
import type { EdWorld } from './world';

const UNREADABLE = 'Cannot read input file';

/** `ed`: edits a file by a script of commands from standard input. */
export const ed: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'E r=E l G p: s v extended-regexp=E loose-exit-status=l traditional=G prompt:=p quiet=s silent=s verbose=v restricted',
  );
  const lines = linesOf(context);
  const quiet = options.has('s');
  let read = 0;
  const world: EdWorld = {
    line: async () => {
      const { value } = await lines.next();
      if (value !== undefined) read += 1;
      return value;
    },
    print: (text) => context.out.write(text),
    read: (name) => readLines(context, name, quiet),
    write: (name, texts, append) => writeLines(context, name, texts, append),
    run: async (command) => void (await context.run(['sh', '-c', command])),
    extended: options.has('E'),
    quiet,
  };
  const editing = new Editing(world);
  editing.verbose = options.has('v');
  const script = isScript(context);
  /** Whether something was done; what `ed` refuses is told. */
  const did = async (work: () => void | Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof EdFailure)) throw error;
      const place = script ? `script, line ${read}: ` : '';
      context.out.write(editing.verbose ? `?\n${place}${error.message}\n` : '?\n');
      editing.lastError = error.message;
      return false;
    }
  };
  const [file] = options.operands;
  let status = 0;
  const failure = file === undefined ? undefined : await failureToOpen(editing, file);
  if (failure && script) return 2;
  if (failure?.message === UNREADABLE) {
    await did(() => Promise.reject(failure));
    status = 1;
  }
  editing.prompt = options.get('p') ?? '';
  while (!editing.over) {
    await context.out.put(editing.prompt);
    const line = await world.line();
    // The end of the script is a `q`, but one that does not come back.
    if (line === undefined) return (await did(() => editing.warn('q'))) ? status : 2;
    if (await did(() => runEdCommand(editing, line))) continue;
    if (!options.has('l')) status = 1;
    if (script) break;
  }
  return status;
};

/** Opens the file that is to be edited, which need not be there yet. */
async function failureToOpen(editing: Editing, file: string): Promise<EdFailure | undefined> {
  try {
    await editFile(editing, file);
    return undefined;
  } catch (error) {
    if (error instanceof EdFailure) return error;
    throw error;
  }
}

/** Whether the script is a file: then it ends at its first mistake. */
function isScript({ fds, sys }: CommandContext): boolean {
  const path = fds.get(0)?.about.path;
  return path !== undefined && sys.isFile(path);
}

async function* linesOf(context: CommandContext): AsyncGenerator<string, undefined> {
  for await (const { texts } of context.in.batches()) yield* texts;
  return undefined;
}

async function readLines(context: CommandContext, name: string, quiet: boolean): Promise<string[]> {
  const text = await textOf(context, name);
  if (!quiet) context.out.write(`${encode(text).length + (text === '' || text.endsWith('\n') ? 0 : 1)}\n`);
  if (text !== '' && !text.endsWith('\n')) context.err.write('Newline appended\n');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

async function textOf(context: CommandContext, name: string): Promise<string> {
  if (name.startsWith('!')) {
    const { file, parts } = collector();
    const fds = context.fds.clone();
    fds.set(1, file);
    await context.run(['sh', '-c', name.slice(1)], { fds });
    return decode(concat(parts));
  }
  try {
    return decode(context.sys.read(context.path(name)));
  } catch (error) {
    context.err.write(`${name}: ${errorText(error)}\n`);
    await context.err.flush();
    throw new EdFailure(context.sys.exists(context.path(name)) ? UNREADABLE : 'Cannot open input file');
  }
}

async function writeLines(
  context: CommandContext,
  name: string,
  lines: readonly string[],
  append: boolean,
): Promise<number> {
  const bytes = encode(lines.map((line) => `${line}\n`).join(''));
  if (name.startsWith('!')) {
    const fds = context.fds.clone();
    fds.set(0, fileOfBytes(bytes));
    await context.run(['sh', '-c', name.slice(1)], { fds });
    return bytes.length;
  }
  try {
    const out = context.create(name, append);
    out.write(bytes);
    await out.close();
  } catch (error) {
    context.err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    throw new EdFailure('Cannot open output file');
  }
  return bytes.length;
}
