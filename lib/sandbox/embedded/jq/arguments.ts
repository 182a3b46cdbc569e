/** A parsed jq command line. */
export interface JqRequest {
  /** Options that are passed to jq. */
  readonly flags: string[];
  /** The program, or the file it is in; `.` if none is given. */
  readonly program: { text: string } | { file: string };
  /** Input files; none means standard input. */
  readonly files: string[];
  /** Variables from files: `--slurpfile` and `--rawfile`. */
  readonly named: { name: string; file: string; raw: boolean }[];
  /** The arguments after `--args` or `--jsonargs`, as JSON. */
  readonly positional: string[];
  readonly asks: 'help' | 'version' | undefined;
}

export class UsageError extends Error {}

/** Options with values that are passed to jq, and how many values. */
const TAKES: Readonly<Record<string, number>> = { '--arg': 2, '--argjson': 2, '--indent': 1 };
const FROM_FILES = new Set(['--slurpfile', '--rawfile']);

/** Parses a command line. Throws `UsageError`. */
export function readArguments(args: readonly string[]): JqRequest {
  const [flags, files, positional]: [string[], string[], string[]] = [[], [], []];
  const named: JqRequest['named'] = [];
  const left = [...args];
  let program: JqRequest['program'] | undefined;
  let asks: JqRequest['asks'];
  let fromFile = false;
  let rest: 'files' | 'texts' | 'values' = 'files';
  let options = true;
  const next = (option: string): string => {
    const value = left.shift();
    if (value === undefined) throw new UsageError(`${option} takes more parameters`);
    return value;
  };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!options || !word.startsWith('-') || word === '-') {
      if (program === undefined && !fromFile) program = { text: word };
      else if (fromFile && program === undefined) program = { file: word };
      else if (rest === 'files') files.push(word);
      else positional.push(rest === 'texts' ? JSON.stringify(word) : word);
    } else if (word === '--') options = false;
    else if (word === '--help' || word === '-h') asks = 'help';
    else if (word === '--version' || word === '-V') asks = 'version';
    else if (word === '--args') rest = 'texts';
    else if (word === '--jsonargs') rest = 'values';
    else if (FROM_FILES.has(word)) named.push({ name: next(word), file: next(word), raw: word === '--rawfile' });
    else if (word === '--from-file') fromFile = true;
    else if (word === '-L' || word === '--library-path') {
      throw new UsageError(`${word}: modules are not here; put the definitions before the program`);
    } else if (word.startsWith('--')) {
      flags.push(word);
      for (let count = TAKES[word] ?? 0; count > 0; count -= 1) flags.push(next(word));
    } else {
      const letters = word.slice(1);
      if (letters.includes('f')) fromFile = true;
      const others = letters.replaceAll('f', '');
      if (others !== '') flags.push(`-${others}`);
    }
  }
  // With -f, the first word names the program's file, even if it comes before the option.
  if (fromFile && program && 'text' in program) program = { file: program.text };
  return { flags, program: program ?? { text: '.' }, files, named, positional, asks };
}
