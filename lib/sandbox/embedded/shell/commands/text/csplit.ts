import { CommandFailure, type Command } from '../context';
import { formatPrintf } from '../../builtins/format';
import { parseOptions } from '../options';
import { posixRegExp } from '../../../../regexp/posix-regexp';

const SPEC =
  'b: f: k n: q s z suffix-format:=b prefix:=f keep-files=k digits:=n quiet=q silent=q elide-empty-files=z suppress-matched';

interface Step {
  readonly written: string;
  /** Split at the line of this number, or at the next line that matches `pattern`. */
  readonly line: number | undefined;
  readonly pattern: RegExp | undefined;
  readonly offset: number;
  /** `%…%`: the lines before the match are left out. */
  readonly skips: boolean;
}

/** `csplit`: splits a file at lines that patterns select. */
export const csplit: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const [file, ...patterns] = options.operands;
  if (file === undefined || patterns.length === 0)
    throw new CommandFailure(
      `missing operand${file === undefined ? '' : ` after ‘${file}’`}\nTry 'csplit --help' for more information.`,
    );
  const lines = (await context.open(file).text()).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const suffix = options.get('b');
  if (suffix !== undefined && !/%[-+ #0]*\d*(?:\.\d+)?[diuoxX]/.test(suffix.replaceAll('%%', '')))
    throw new CommandFailure('missing % conversion specification in suffix');
  const made: string[] = [];
  const nameOf = (at: number): string => {
    const format = options.get('b') ?? `%0${options.get('n') ?? '2'}d`;
    return `${options.get('f') ?? 'xx'}${formatPrintf(format, [String(at)], '').text}`;
  };
  const put = (from: number, to: number): void => {
    const text = lines.slice(from, to).join('');
    if (text === '' && options.has('z')) return;
    const name = nameOf(made.length);
    context.writeFile(name, new TextEncoder().encode(text));
    made.push(name);
    if (!options.has('q') && !options.has('s')) context.out.write(`${new TextEncoder().encode(text).length}\n`);
  };
  const steps = stepsOf(patterns);
  try {
    const at = cutAll(steps, lines, put, options.has('suppress-matched'));
    put(at, lines.length);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    // The sizes of the files come after it.
    context.err.write(`csplit: ${error.message}\n`);
    await context.err.flush();
    if (error instanceof NoPlace) put(error.rest, lines.length);
    if (!options.has('k')) for (const name of made) context.sys.remove(context.path(name), { force: true });
    return 1;
  }
  return 0;
};

/** There is no such line; what is left from `rest` on still makes a file. */
class NoPlace extends CommandFailure {
  constructor(
    message: string,
    readonly rest: number,
  ) {
    super(message);
  }
}

function cutAll(
  steps: readonly (Step | number)[],
  lines: readonly string[],
  put: (from: number, to: number) => void,
  suppress: boolean,
): number {
  let [at, searched] = [0, 0];
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'number') continue;
    const repeat = steps[index + 1];
    const times = typeof repeat === 'number' ? repeat + 1 : 1;
    for (let turn = 0; turn < times; turn += 1) {
      let [to, found] = [0, 0];
      if (step.line !== undefined) {
        to = step.line * (turn + 1) - 1;
        found = to;
        if (to > lines.length)
          throw new NoPlace(
            `‘${step.written}’: line number out of range${turn > 0 ? ` on repetition ${turn}` : ''}`,
            at,
          );
      } else {
        const match = lines.findIndex(
          (line, place) => place >= searched && step.pattern?.test(line.replace(/\n$/, '')) === true,
        );
        if (match < 0) {
          if (times === Infinity) break;
          const message = `‘${step.written}’: match not found${turn > 0 ? ` on repetition ${turn}` : ''}`;
          throw step.skips ? new CommandFailure(message) : new NoPlace(message, at);
        }
        [to, found] = [match + step.offset, match];
        if (to < at) {
          put(at, at);
          throw new CommandFailure(`‘${step.written}’: line number out of range`);
        }
      }
      if (!step.skips) put(at, to);
      at = to + (suppress ? 1 : 0);
      // With an offset to before it, the search goes on after the line that was found.
      searched = Math.max(to, found) + 1;
    }
  }
  return at;
}

/** The steps in their order. Throws `Failure` where one cannot be. */
function stepsOf(patterns: readonly string[]): (Step | number)[] {
  let last = 0;
  return patterns.map((written, index) => {
    const step = stepOf(written);
    if (typeof step === 'number') {
      if (index === 0) throw new CommandFailure(`‘${written}’: invalid pattern`);
      return step;
    }
    const { line } = step;
    if (line === 0) throw new CommandFailure('0: line number must be greater than zero');
    if (line !== undefined && line < last)
      throw new CommandFailure(`line number ‘${written}’ is smaller than preceding line number, ${last}`);
    last = line ?? last;
    return step;
  });
}

/** Parses `/pattern/+1`, `%pattern%`, `12`, or the repeat count `{3}`. */
function stepOf(written: string): Step | number {
  const repeat = /^\{(\d+|\*)\}$/.exec(written)?.[1];
  if (repeat !== undefined) return repeat === '*' ? Infinity : Number(repeat);
  if (/^\d+$/.test(written)) return { written, line: Number(written), pattern: undefined, offset: 0, skips: false };
  const [, mark, pattern = '', offset = '0'] = /^([/%])(.*)\1([-+]?\d+)?$/s.exec(written) ?? [];
  if (mark === undefined) throw new CommandFailure(`‘${written}’: invalid pattern`);
  return {
    written,
    line: undefined,
    pattern: posixRegExp(pattern, '', 'grep'),
    offset: Number(offset),
    skips: mark === '%',
  };
}
