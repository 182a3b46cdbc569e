import { signalName, SIGNALS } from '../../task';
import { CommandFailure, UsageFailure, type Command } from '../context';
import { parseOptions } from '../options';
import { parseSignalled } from './signal-option';

/** The names of the signals as the program shows them. */
const NAMES = new Map(Object.entries(SIGNALS).map(([name, number]) => [number, name === 'IO' ? 'POLL' : name]));

/** `kill` as a program: signals processes, and lists the signals. */
export const killProgram: Command = async (context) => {
  const list = context.args.find((arg) => /^(?:-[lL]|--list|--table)(?:=|$)/.test(arg));
  if (list !== undefined) {
    const { operands, get, has } = parseOptions(context.args, 'l L list::=l table=L');
    const asked = get('l') || operands[0];
    context.out.write(
      has('L') ? table() : asked === undefined ? `${rows([...NAMES.values()])}\n` : `${named(asked)}\n`,
    );
    return 0;
  }
  const { signal, options } = parseSignalled(context.args, 's: signal:=s q! queue:!=q', 's', (given) => {
    return new UsageFailure(`unknown signal name ${given}`);
  });
  if (options.operands.length === 0) throw new UsageFailure('not enough arguments');
  let status = 0;
  for (const word of options.operands) {
    if (!/^-?\d+$/.test(word)) {
      status = await context.fail(`failed to parse argument: '${word}'`);
      continue;
    }
    const task = context.system.tasks.running.get(Number(word));
    if (task) task.signal(signal);
    else status = await context.fail(`(${word}): No such process`);
  }
  return status;
};

/** Names in lines of less than 80 characters. */
function rows(names: readonly string[]): string {
  let [text, column] = ['', 0];
  for (const name of names) {
    if (column > 0 && column + name.length + 1 > 78) [text, column] = [`${text}\n`, 0];
    text += (column > 0 ? ' ' : '') + name;
    column += name.length + 1;
  }
  return text;
}

function table(): string {
  const cells = [...NAMES].map(([number, name]) => `${String(number).padStart(2)} ${name}`);
  const lines: string[] = [];
  for (let at = 0; at < cells.length; at += 7) {
    const row = cells.slice(at, at + 7);
    lines.push(row.map((cell, index) => (index === 6 ? cell : cell.padEnd(11))).join(''));
  }
  return `${lines.join('\n')}\n`;
}

/** A signal's name for its number, and its number for its name. */
function named(text: string): string {
  const name = signalName(text);
  if (name === undefined) throw new CommandFailure(`unknown signal name ${text}`);
  return /^\d+$/.test(text) ? (NAMES.get(SIGNALS[name] ?? 0) ?? name) : String(SIGNALS[name]);
}
