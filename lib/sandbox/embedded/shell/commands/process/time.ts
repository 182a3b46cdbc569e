import { UsageFailure, type Command } from '../context';
import { parseOptions } from '../options';

const USUAL =
  '%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps';
const POSIX = 'real %e\nuser %U\nsys %S';
const VERBOSE = `\tCommand being timed: "%C"
\tUser time (seconds): %U
\tSystem time (seconds): %S
\tPercent of CPU this job got: %P
\tElapsed (wall clock) time (h:mm:ss or m:ss): %E
\tAverage shared text size (kbytes): %X
\tAverage unshared data size (kbytes): %D
\tAverage stack size (kbytes): %p
\tAverage total size (kbytes): %K
\tMaximum resident set size (kbytes): %M
\tAverage resident set size (kbytes): %t
\tMajor (requiring I/O) page faults: %F
\tMinor (reclaiming a frame) page faults: %R
\tVoluntary context switches: %w
\tInvoluntary context switches: %c
\tSwaps: %W
\tFile system inputs: %I
\tFile system outputs: %O
\tSocket messages sent: %s
\tSocket messages received: %r
\tSignals delivered: %k
\tPage size (bytes): %Z
\tExit status: %x`;

/** GNU's `time`. All of what a command took is shown as user time, and what the sandbox does not count as 0. */
export const time: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'p v f: o: a q portability=p verbose=v format:=f output:=o append=a quiet=q',
    { stopAtOperand: true },
  );
  const argv = options.operands;
  if (argv.length === 0) throw new UsageFailure('missing program to run', 125);
  const started = performance.now();
  const status = await context.run(argv);
  const spent = (performance.now() - started) / 1000;
  const values: Readonly<Record<string, string>> = {
    C: argv.join(' '),
    E: elapsed(spent),
    P: '100%',
    U: spent.toFixed(2),
    Z: '4096',
    e: spent.toFixed(2),
    S: '0.00',
    x: String(status),
    '%': '%',
  };
  const last = options.list.findLast(({ name }) => 'fpv'.includes(name));
  const format =
    last?.name === 'f' ? last.value : last?.name === 'p' ? POSIX : last ? VERBOSE : (context.env.TIME ?? USUAL);
  const text = format
    .replaceAll(/\\([nt\\])/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? '\\')
    .replaceAll(/%([CDEFIKMOPRSUWXZcekprstwx%])/g, (_, letter: string) => values[letter] ?? '0');
  const ended =
    status > 128
      ? `Command terminated by signal ${status - 128}\n`
      : status > 0 && !options.has('q')
        ? `Command exited with non-zero status ${status}\n`
        : '';
  const file = options.get('o');
  const output = file === undefined ? context.err : context.create(file, options.has('a'));
  output.write(`${ended}${text}\n`);
  if (output !== context.err) await output.close();
  return status;
};

/** As `h:mm:ss` or `m:ss.ss`. */
function elapsed(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = (seconds % 3600) / 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${Math.floor(minutes)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
}
