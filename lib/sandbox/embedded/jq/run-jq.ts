import { loadJq } from 'jq-wasm';
import { readArguments, UsageError, type JqRequest } from './arguments';
import { intercept } from './intercept';

/** What jq uses. `read` returns a file's bytes, or throws if it does not exist. */
export interface JqIo {
  readonly module: WebAssembly.Module;
  readonly env: Readonly<Record<string, string>>;
  input(): Promise<Uint8Array>;
  read(path: string): Uint8Array;
  write(fd: 1 | 2, bytes: Uint8Array): void;
}

const USAGE =
  'Usage:\tjq [OPTIONS] FILTER [FILES...]\n\tjq [OPTIONS] -n FILTER\n\tjq [OPTIONS] --args FILTER [ARGUMENTS...]\n';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Thrown to end jq with a message and an exit code. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Runs jq with command-line arguments. Returns its exit code. */
export async function runJq(args: readonly string[], io: JqIo): Promise<number> {
  const say = (text: string): void => io.write(2, encoder.encode(text));
  try {
    const request = readArguments(args);
    if (request.asks === 'version') io.write(1, encoder.encode('jq-1.8.2\n'));
    if (request.asks === 'help') io.write(1, encoder.encode(USAGE));
    if (request.asks) return 0;
    return await run(request, io, say);
  } catch (error) {
    if (error instanceof UsageError) {
      say(`jq: error: ${error.message}\n${USAGE}`);
      return 2;
    }
    if (!(error instanceof Refusal)) throw error;
    say(`jq: error: ${error.message}\n`);
    return error.status;
  }
}

async function run(request: JqRequest, io: JqIo, say: (text: string) => void): Promise<number> {
  const flags = [...request.flags];
  if (isSet(flags, 'C', 'color-output')) say('jq: -C is not here: the output has no colours\n');
  for (const { name, file, raw } of request.named) {
    const text = decoder.decode(read(io, file));
    flags.push(...(raw ? ['--arg', name, text] : ['--argjson', name, await slurped(name, file, text, io)]));
  }
  let query = 'file' in request.program ? decoder.decode(read(io, request.program.file)) : request.program.text;
  if (request.positional.length > 0) {
    flags.push('--argjson', POSITIONAL, `[${request.positional.join(',')}]`);
    query = `($ARGS | .positional = $${POSITIONAL} | del(.named.${POSITIONAL})) as $ARGS | ${query}`;
  }
  const readsOn = /\binputs?\b/.test(query);
  const asksForName = /\binput_filename\b/.test(query);
  // `-n`: do not wait for input that may never end.
  const unread = isSet(flags, 'n', 'null-input') && !readsOn;
  if (unread) return call('', query, flags, io);
  let status = 0;
  let missing = false;
  // A program that asks for the file's name runs once for each, unless it reads all of them at once.
  const apart = request.files.length > 1 && asksForName && !isSet(flags, 's', 'slurp');
  if (apart && readsOn)
    throw new Refusal('input_filename and input of several files are not here together: run jq for each file', 2);
  for (const files of apart ? request.files.map((file) => [file]) : [request.files]) {
    const input = await inputOf(files, io, say);
    missing ||= input.missing;
    const name = files.at(-1) ?? '<stdin>';
    const known = asksForName ? `def input_filename: ${JSON.stringify(name)}; ${query}` : query;
    status = await call(input.text, known, flags, { ...io, write: renaming(io, name) });
    // No file comes after a program or a text that cannot be parsed.
    if (apart && (status === COMPILE_ERROR || (status === ERROR && !(await parses(input.text, flags, io))))) break;
  }
  return missing && status === 0 ? 2 : status;
}

/** The module reads all input as one file, whose name it would show. */
const INPUT = '/dev/stdin';

/** jq's exit codes. */
const COMPILE_ERROR = 3;
const ERROR = 5;

const parses = async (input: string, flags: string[], io: JqIo): Promise<boolean> =>
  (await call(input, 'empty', flags, { ...io, write: () => undefined })) !== ERROR;

/** Writes with the input's own name in messages. */
const renaming =
  ({ write }: JqIo, name: string): JqIo['write'] =>
  (fd, bytes) =>
    write(fd, fd === 1 ? bytes : encoder.encode(decoder.decode(bytes).replace(`(at ${INPUT}:`, `(at ${name}:`)));

const isSet = (flags: readonly string[], letter: string, long: string): boolean =>
  flags.some((flag) => flag === `--${long}` || (/^-[a-zA-Z]+$/.test(flag) && flag.includes(letter)));

const POSITIONAL = '__positional';

/** The concatenated text of all input files. */
async function inputOf(files: readonly string[], io: JqIo, say: (text: string) => void) {
  if (files.length === 0) return { text: decoder.decode(await io.input()), missing: false };
  const texts: string[] = [];
  let missing = false;
  for (const file of files) {
    try {
      texts.push(decoder.decode(file === '-' ? await io.input() : io.read(file)));
    } catch {
      missing = true;
      say(`jq: error: Could not open ${file}: No such file or directory\n`);
    }
  }
  return { text: texts.join(''), missing };
}

function read(io: JqIo, path: string): Uint8Array {
  try {
    return io.read(path);
  } catch {
    throw new Refusal(`Could not open ${path}: No such file or directory`, 2);
  }
}

/** All values of a text as one array, for `--slurpfile`. */
async function slurped(name: string, file: string, text: string, io: JqIo): Promise<string> {
  const parts: string[] = [];
  const write: JqIo['write'] = (fd, bytes) => fd === 1 && parts.push(decoder.decode(bytes, { stream: true }));
  const status = await call(text, '.', ['-c', '-s'], { ...io, write });
  if (status !== 0) throw new Refusal(`Bad JSON in --slurpfile ${name} ${file}`, 2);
  return parts.join('');
}

/** Each call has its own instance, so that no state carries over. */
async function call(input: string, query: string, flags: string[], io: JqIo): Promise<number> {
  const jq = await loadJq({
    instantiateWasm: (imports, onSuccess) => {
      const { instance } = intercept(io.module, imports, io);
      onSuccess(instance, io.module);
    },
  });
  return jq.raw(input, query, flags).exitCode;
}
