import { breathe } from '../../io/breathe';
import { primeFactors } from './prime-factors';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';

/** The operands, or the words of standard input if there are none. */
const wordsOf = async (context: CommandContext, operands: readonly string[]): Promise<string[]> =>
  operands.length > 0 ? [...operands] : (await context.in.text()).split(/\s+/).filter(Boolean);

/** `factor`: prints the prime factors of numbers. */
export const factor: Command = async (context) => {
  const { operands } = parseOptions(context.args, '');
  const pause = async (): Promise<void> => {
    await breathe();
    context.task.check();
  };
  let status = 0;
  for (const word of await wordsOf(context, operands)) {
    if (!/^\+?\d+$/.test(word)) {
      status = await context.fail(`‘${word}’ is not a valid positive integer`);
      continue;
    }
    const number = BigInt(word.replace('+', ''));
    context.out.write(`${[`${number}:`, ...(await primeFactors(number, pause))].join(' ')}\n`);
    await context.out.flush();
  }
  return status;
};

/** `tsort`: sorts words so that the first of each pair comes before the second. */
export const tsort: Command = async (context) => {
  const { operands } = parseOptions(context.args, '');
  if (operands[1] !== undefined) throw new UsageFailure(`extra operand ‘${operands[1]}’`);
  const text = operands[0] === undefined ? await context.in.text() : await context.open(operands[0]).text();
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length % 2 === 1) throw new CommandFailure(`${operands[0] ?? '-'}: input contains an odd number of tokens`);
  const after = new Map<string, string[]>(words.map((word) => [word, []]));
  const before = new Map(words.map((word) => [word, 0]));
  for (let at = 0; at < words.length; at += 2) {
    const [first = '', second = ''] = words.slice(at, at + 2);
    if (first === second) continue;
    after.get(first)?.unshift(second);
    before.set(second, (before.get(second) ?? 0) + 1);
  }
  const ready = [...before.keys()].filter((word) => before.get(word) === 0).sort();
  for (let word = ready.shift(); word !== undefined; word = ready.shift()) {
    context.out.write(`${word}\n`);
    before.delete(word);
    for (const next of after.get(word) ?? []) {
      const left = (before.get(next) ?? 0) - 1;
      before.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  if (before.size === 0) return 0;
  await context.fail(`${operands[0] ?? '-'}: input contains a loop:`);
  for (const word of before.keys()) await context.fail(word);
  for (const word of before.keys()) context.out.write(`${word}\n`);
  return 1;
};
