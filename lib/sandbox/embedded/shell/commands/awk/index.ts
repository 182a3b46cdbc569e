import { CommandFailure, type Command, type CommandContext } from '../context';
import { bytesToLatin1 } from '../latin1';
import { SysError } from '../../../protocol/sys-client';
import { errorText } from '../../io/error-text';
import { encode } from '../../../../bytes-text';
import { compileAwk, type Compiled } from './emit';
import { parseAwk } from './parse';
import { AwkExit, Runtime } from './runtime';
import { unescapeString } from './tokens';
import { fromOutside } from './value';

const USAGE = `Usage: mawk [Options] [Program] [file ...]

Program:
    The -f option value is the name of a file containing program text.
    If no -f option is given, a "--" ends option processing; the following
    parameters are the program text.

Options:
    -f program-file  Program  text is read from file instead of from the
                     command-line.  Multiple -f options are accepted.
    -F value         sets the field separator, FS, to value.
    -v var=value     assigns value to program variable var.
`;
const VERSION = 'mawk 1.3.4 20200120\n';

interface Options {
  sources: string[];
  assignments: [string, string][];
  operands: string[];
}

/** awk like mawk 1.3.4: it works on bytes and has mawk's numbers and errors. */
export const awk: Command = async (context) => {
  const [first = ''] = context.args;
  if (first === '--version' || first === '-V' || (first.startsWith('-W') && /^-W ?v|^-W$/.test(first))) {
    context.out.write(VERSION);
    return 0;
  }
  if (context.args.length === 0 || first === '--help') {
    (first === '' ? context.err : context.out).write(USAGE);
    return 0;
  }
  const { sources, assignments, operands } = await readOptions(context);
  const runtime = new Runtime(context);
  const { globals } = runtime;
  const program = compileAwk(parseAwk(sources.join('\n')), runtime);
  for (const [name, value] of assignments) globals.assign(name, unescapeString(value));
  globals.$ARGC = operands.length + 1;
  globals.$ARGV.put('0', 'awk');
  for (const [at, operand] of operands.entries()) globals.$ARGV.put(String(at + 1), fromOutside(operand));
  try {
    return await run(program, runtime);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandFailure(`run time error: ${error.message}`, 2);
    throw error;
  }
};

async function readOptions(context: CommandContext): Promise<Options> {
  const args = context.args.map((arg) => bytesToLatin1(encode(arg)));
  const options: Options = { sources: [], assignments: [], operands: [] };
  let given: string | undefined;
  while ((given = args[0]) !== undefined && given.startsWith('-') && given !== '-') {
    args.shift();
    if (given === '--') break;
    const letter = given.charAt(1);
    const value = given.slice(2) || args.shift();
    if (!'fFv'.includes(letter)) throw new CommandFailure(`not an option: ${given}`, 2);
    if (value === undefined) throw new CommandFailure(`option requires an argument -- ${letter}`, 2);
    if (letter === 'F') options.assignments.push(['FS', value]);
    else if (letter === 'f') options.sources.push(await sourceFile(context, value));
    else {
      const at = value.indexOf('=');
      if (at < 1 || !/^[A-Za-z_]\w*$/.test(value.slice(0, at)))
        throw new CommandFailure(`improper assignment: -v ${value}`, 2);
      options.assignments.push([value.slice(0, at), value.slice(at + 1)]);
    }
  }
  if (options.sources.length === 0) {
    const source = args.shift();
    if (source === undefined) throw new CommandFailure('no program given', 2);
    options.sources.push(source);
  }
  return { ...options, operands: args };
}

async function sourceFile(context: CommandContext, path: string): Promise<string> {
  try {
    return bytesToLatin1(await context.open(path).bytes());
  } catch (error) {
    if (error instanceof CommandFailure) throw new CommandFailure(`cannot open ${path} (No such file or directory)`, 2);
    throw error;
  }
}

/** Runs a program. What it has written before an error is kept. */
async function run(compiled: Compiled, runtime: Runtime): Promise<number> {
  try {
    await runAll(compiled, runtime);
  } catch (error) {
    if (!(error instanceof SysError) || error.syscall !== 'read') throw error;
    throw new CommandFailure(`read error (${errorText(error)})`, 2);
  } finally {
    await runtime.streams.flush();
  }
  await runtime.streams.closeAll();
  return runtime.status;
}

async function runAll({ begin, main, end }: Compiled, runtime: Runtime): Promise<void> {
  let over = await ended(begin);
  if (!over && (main || end)) {
    over = await ended(async () => {
      for (let text = await runtime.input.next(); text !== undefined; text = await runtime.input.next()) {
        runtime.record.set(fromOutside(text));
        if (main) await main().catch(unlessNext(runtime));
        if (--runtime.fuel < 0) await runtime.breathe();
      }
    });
  }
  if (end) await ended(end);
}

/** Runs `work`; true if `exit` ended it. */
async function ended(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof AwkExit) return true;
    throw error;
  }
}

const unlessNext =
  ({ NEXT }: Runtime) =>
  (error: unknown): void => {
    if (error !== NEXT) throw error;
  };
