import type { CommandContext } from './context';
import type { Input } from './input';

/** Asks a question; true if the answer starts with `y`. */
export async function confirmed(context: CommandContext, question: string): Promise<boolean> {
  context.err.write(`${context.name === 'find' ? '' : `${context.name}: `}${question} `);
  await context.err.flush();
  return saysYes(context.in);
}

/** Reads an answer: whether its line starts with `y`. */
export async function saysYes(input: Input): Promise<boolean> {
  let line = '';
  for (let next = await input.read(); next; next = await input.read()) {
    const at = next.indexOf(10);
    line += String.fromCharCode(...next.subarray(0, at < 0 ? undefined : at));
    if (at < 0) continue;
    input.putBack(next.subarray(at + 1));
    break;
  }
  return /^y/i.test(line);
}
