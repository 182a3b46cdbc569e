import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';

const DICTIONARY = '/usr/share/dict/words';

/** `look`: the lines of a sorted file that begin with a text; of the dictionary, in any case and without punctuation. */
export const lookCommand: Command = async (context) => {
  const { has, get, operands } = parseOptions(
    context.args,
    'a d f t: alternative=a alphanum=d ignore-case=f terminate:=t',
  );
  const [given, path = DICTIONARY] = operands;
  if (given === undefined || operands.length > 2)
    throw new CommandFailure("bad usage\nTry 'look --help' for more information.");
  const plain = operands.length === 1;
  const keyOf = (text: string): string => {
    const kept = plain || has('d') ? text.replaceAll(/[^\p{L}\p{N}]/gu, '') : text;
    return plain || has('f') ? kept.toLowerCase() : kept;
  };
  const end = get('t');
  const stop = end === undefined ? -1 : given.indexOf(end);
  const wanted = keyOf(stop < 0 ? given : given.slice(0, stop + 1));
  const found = (await context.open(path).lines()).filter((line) => keyOf(line).startsWith(wanted));
  context.out.write(found.map((line) => `${line}\n`).join(''));
  return found.length > 0 ? 0 : 1;
};
