import { breathe } from '../../io/breathe';
import { primeFactors } from './prime-factors';
import type { Command, CommandContext } from '../context';
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
