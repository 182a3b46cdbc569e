import type { Refusal } from '../tool';
import { TooComplexError } from './alternatives';
import { catastropheOf, isForkBomb, overwrites } from './catastrophes';
import { Evaluation } from './evaluate';
import type { Surroundings } from './folders';
import { loadParser } from './parse';
import { newModel } from './shell-model';

/**
 * Why a command line may never run, whatever the mode and the rules: it would destroy what everything else stands on. The
 * line is parsed and followed through variables, substitutions, functions and other shells, so that a quoted
 * `echo "rm -rf /"` is fine. A line that cannot be parsed or followed is refused too.
 */
export async function refuseCommand(line: string, surroundings: Surroundings): Promise<Refusal | undefined> {
  const { cwd, home, env } = surroundings;
  const parse = await loadParser();
  const found: string[] = [];
  const note = (catastrophe: string | undefined): void => {
    if (catastrophe !== undefined) found.push(catastrophe);
  };
  const evaluation = new Evaluation({
    parse,
    command: (executed) => note(catastropheOf(executed, surroundings)),
    write: (path) => note(overwrites(path)),
    define: (name, body) => note(isForkBomb(name, body) ? `start ${name} again and again without end` : undefined),
  });
  try {
    evaluation.text(line, newModel(cwd, { PATH: '/usr/bin:/bin', PWD: cwd, TMPDIR: '/tmp', HOME: home, ...env }));
  } catch (error) {
    if (error instanceof TooComplexError) {
      return { reason: 'this command is too tangled to be checked.', hint: 'Split it into simpler commands.' };
    }
    const message = error instanceof Error ? error.message : 'unknown error';
    return {
      reason: `this command cannot be parsed, so it cannot be checked (${message}).`,
      hint: 'Mend its quotes and brackets, then make the call again.',
    };
  }
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    reason: `this command would ${first}.`,
    hint: 'Name exactly the files you mean, inside the project. A variable that may be empty counts as empty.',
  };
}
