import { signalArgument } from '../../task';
import { UsageFailure, type CommandFailure } from '../context';
import { parseOptions, type ParsedOptions } from '../options';

/** Parses options among which a signal may stand as `-9`, `-HUP` or `-SIGHUP`, or as the value of the option `option`. */
export function parseSignalled(
  args: readonly string[],
  spec: string,
  option: string,
  unknown: (given: string) => CommandFailure = (given) => new UsageFailure(`invalid signal: ${given}`),
  status = 1,
): { signal: string; options: ParsedOptions } {
  const named = args.map((arg) => (/^-(?:\d+|[A-Z][A-Z0-9]+)$/.test(arg) ? signalArgument(arg.slice(1)) : undefined));
  const at = named.findIndex((name) => name !== undefined);
  const options = parseOptions(
    args.filter((_, index) => index !== at),
    spec,
    { status },
  );
  const given = options.get(option);
  const signal = given === undefined ? (named[at] ?? 'TERM') : signalArgument(given);
  if (signal === undefined) throw unknown(given ?? '');
  return { signal, options };
}
