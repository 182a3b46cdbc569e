import { strftime } from '../../builtins/strftime';
import { Descriptors } from '../../io/descriptors';
import { OpenFile } from '../../io/open-file';
import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';

const SPEC =
  'a c: e E: f o: q O: I! B! T! t! m! append=a command:=c return=e echo:=E flush=f force log-out:=O log-in:! log-io:! log-timing:! logging-format:! output-limit:=o quiet=q';

/** `script`: runs a command at a terminal, and keeps what it shows in a file as well. */
export const script: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const [path = options.get('O') ?? 'typescript', extra] = options.operands;
  if (extra !== undefined)
    throw new CommandFailure("unexpected number of arguments\nTry 'script --help' for more information.");
  const command = options.get('c');
  if (command === undefined) throw new CommandFailure('give what to run with -c: a shell of its own is not here', 2);
  const zone = context.env.TZ ?? '';
  const now = (): string => strftime('%F %T%:z', Date.now(), zone);
  const quiet = options.has('q');
  const log = context.create(path, options.has('a'));
  if (!quiet) context.out.write(`Script started, output log file is '${path}'.\n`);
  await context.out.flush();
  log.write(`Script started on ${now()} [COMMAND="${command}" <not executed on terminal>]\n`);
  const terminal = new OpenFile(
    context.fds.get(0)?.source,
    {
      async write(bytes) {
        const shown = withReturns(bytes);
        log.write(shown);
        context.out.write(shown);
        await context.out.flush();
      },
    },
    { terminal: true },
  );
  const fds = new Descriptors(context.fds.entries());
  for (const fd of [1, 2]) fds.set(fd, terminal);
  const status = await context.run([context.env.SHELL || 'sh', '-c', command], { fds }).finally(() => fds.closeAll());
  log.write(`\nScript done on ${now()} [COMMAND_EXIT_CODE="${status}"]\n`);
  await log.close();
  if (!quiet) context.out.write('Script done.\n');
  return options.has('e') ? status : 0;
};

/** Lines as a terminal gets them. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const made: number[] = [];
  for (const byte of bytes) {
    if (byte === 10) made.push(13);
    made.push(byte);
  }
  return Uint8Array.from(made);
}
