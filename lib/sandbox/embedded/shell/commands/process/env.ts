import { signalName, SIGNALS } from '../../task';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { statPath } from '../stat-path';
import { withSplit } from './split-string';

const SPEC =
  'i 0 u: C: v ignore-environment=i null=0 unset:=u chdir:=C debug=v block-signal:: default-signal:: ignore-signal:: list-signal-handling';

/** `env`: runs a command in a changed environment, or prints it. */
export const env: Command = async (context) => {
  const options = parseOptions(withSplit(context), SPEC, { stopAtOperand: true, status: 125 });
  let operands = [...options.operands];
  if (operands[0] === '-') operands = operands.slice(1);
  const bare = options.has('i') || options.operands[0] === '-';
  const wrong = options.all('u').find((name) => name === '' || name.includes('='));
  if (wrong !== undefined) throw new CommandFailure(`cannot unset ${quoted(wrong)}: Invalid argument`, 125);
  const steps = bare ? ['cleaning environ'] : [];
  const made: Record<string, string> = bare ? {} : { ...context.env };
  for (const name of options.all('u')) {
    steps.push(`unset:    ${name}`);
    delete made[name];
  }
  while (operands[0]?.includes('=')) {
    const word = operands.shift() ?? '';
    const at = word.indexOf('=');
    steps.push(`setenv:   ${word}`);
    made[word.slice(0, at)] = word.slice(at + 1);
  }
  if (operands.length > 0) return runChanged(context, options, operands, made, steps);
  if (options.has('C')) throw new UsageFailure('must specify command with --chdir (-C)', 125);
  const end = options.has('0') ? '\0' : '\n';
  context.out.write(
    Object.entries(made)
      .map(([name, value]) => `${name}=${value}${end}`)
      .join(''),
  );
  return 0;
};

async function runChanged(
  context: CommandContext,
  options: ParsedOptions,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  steps: string[],
): Promise<number> {
  const cwd = options.get('C');
  if (options.has('0')) throw new UsageFailure('cannot specify --null (-0) with command', 125);
  if (cwd !== undefined && statPath(context, cwd)?.type !== 'directory')
    throw new CommandFailure(
      `cannot change directory to '${cwd}': ${statPath(context, cwd) ? 'Not a directory' : 'No such file or directory'}`,
      125,
    );
  const lines = handling(context, options);
  if (cwd !== undefined) steps.push(`chdir:    '${cwd}'`);
  steps.push(`executing: ${argv[0]}`, ...argv.map((word, at) => `   arg[${at}]= ${quoted(word)}`));
  if (options.has('v')) context.err.write(steps.map((step) => `${step}\n`).join(''));
  if (options.has('list-signal-handling')) context.err.write(lines.map((line) => `${line}\n`).join(''));
  await context.err.flush();
  return context.run(argv, { env, ...(cwd !== undefined && { cwd: context.path(cwd) }) });
}

/** Has the command take signals as the options say, and tells which it does not take in the usual way. */
function handling(context: CommandContext, options: ParsedOptions): string[] {
  const ignored = new Set(context.task.ignored);
  const blocked = new Set<string>();
  for (const { name, value } of options.list) {
    if (!name.endsWith('-signal')) continue;
    for (const signal of signalsOf(value)) {
      if (name === 'block-signal') blocked.add(signal);
      else if (name === 'ignore-signal') ignored.add(signal);
      else ignored.delete(signal);
    }
  }
  // A signal that is kept back for good is one that never arrives.
  context.task.ignored = new Set([...ignored, ...blocked]);
  return Object.entries(SIGNALS)
    .filter(([name]) => ignored.has(name) || blocked.has(name))
    .map(([name, number]) => {
      const how = [blocked.has(name) && 'BLOCK', ignored.has(name) && 'IGNORE'].filter(Boolean).join(',');
      return `${name.padEnd(10)} (${String(number).padStart(2)}): ${how}`;
    });
}

function signalsOf(list: string): string[] {
  if (list === '') return Object.keys(SIGNALS).filter((name) => name !== 'KILL' && name !== 'STOP');
  return list.split(',').map((text) => {
    const name = signalName(text);
    if (name === undefined) throw new UsageFailure(`${quoted(text)}: invalid signal`, 125);
    return name;
  });
}
