import { instantOf, strftime, type Instant } from '../../builtins/strftime';
import { errorText } from '../../io/error-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { messageName } from '../message-name';
import { parseOptions } from '../options';
import { parseInstant } from './parse-date';

const ISO: Readonly<Record<string, string>> = {
  hours: '%FT%H%:z',
  minutes: '%FT%H:%M%:z',
  date: '%F',
  seconds: '%FT%T%:z',
  ns: '%FT%T,%N%:z',
};
const RFC: Readonly<Record<string, string>> = { date: '%F', seconds: '%F %T%:z', ns: '%F %T.%N%:z' };

/** The format for a precision, which may be abbreviated: `-Is`. Throws `Failure` for an unknown one. */
function precise(
  given: string | undefined,
  formats: Readonly<Record<string, string>>,
  option: string,
): string | undefined {
  if (given === undefined) return undefined;
  const name = Object.keys(formats).find((one) => given !== '' && one.startsWith(given));
  if (name !== undefined) return formats[name];
  const choices = Object.keys(formats).map((one) => `\n  - ‘${one}’`);
  throw new UsageFailure(`invalid argument ‘${given}’ for ‘${option}’\nValid arguments are:${choices.join('')}`);
}

/** `date`: prints the time, a file's, or those that texts give. */
export const date: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'd: f: I:: R r: s: u date:=d file:=f iso-8601::=I rfc-email=R rfc-822=R rfc-2822=R rfc-3339: reference:=r set:=s utc=u uct=u universal=u debug',
  );
  const zone = options.has('u') ? 'UTC' : (context.env.TZ ?? '').replace(/^:/, '');
  const [format, extra] = options.operands;
  if (['d', 'f', 'r'].filter((name) => options.has(name)).length > 1)
    throw new UsageFailure('the options to specify dates for printing are mutually exclusive');
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (format !== undefined && !format.startsWith('+')) {
    if (!/^(?:\d\d){4,6}(?:\.\d\d)?$/.test(format)) throw new CommandFailure(`invalid date ‘${format}’`);
    return context.fail('cannot set date: Operation not permitted');
  }
  if ([format !== undefined, ...['I', 'R', 'rfc-3339'].map((name) => options.has(name))].filter(Boolean).length > 1)
    throw new CommandFailure('multiple output formats specified');
  const iso = options.get('I');
  const pattern =
    format?.slice(1) ??
    (iso === '' ? ISO.date : precise(iso, ISO, '--iso-8601')) ??
    (options.has('R') ? '%a, %d %b %Y %H:%M:%S %z' : undefined) ??
    precise(options.get('rfc-3339'), RFC, '--rfc-3339') ??
    '%a %b %e %H:%M:%S %Z %Y';
  const show = ({ seconds, nanos }: Instant) =>
    context.out.write(`${strftime(pattern, seconds * 1000 + Math.floor(nanos / 1e6), zone, { seconds, nanos })}\n`);
  const file = options.get('f');
  if (file !== undefined) return eachDate(context, file, zone, show);
  const reference = options.get('r');
  const text = options.get('s') ?? options.get('d');
  const at =
    reference !== undefined
      ? changedAt(context, reference)
      : text === undefined
        ? instantOf(Date.now())
        : parseInstant(text, Date.now(), zone);
  const status = options.has('s') ? await context.fail('cannot set date: Operation not permitted') : 0;
  show(at);
  return status;
};

/** `-f`: shows the date in each line of a file; a wrong one is told. */
async function eachDate(
  context: CommandContext,
  file: string,
  zone: string,
  show: (at: Instant) => void,
): Promise<number> {
  let status = 0;
  for (const line of await context.open(file).lines()) {
    try {
      show(parseInstant(line, Date.now(), zone));
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      status = await context.fail(error.message);
    }
  }
  return status;
}

function changedAt(context: CommandContext, path: string): Instant {
  try {
    return instantOf(context.sys.stat(context.path(path)).mtimeMs);
  } catch (error) {
    throw new CommandFailure(`${messageName(context.name, path)}: ${errorText(error)}`);
  }
}
