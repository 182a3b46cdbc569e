import type { Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import type { Refusal } from '../tool';
import { TooComplexError } from './alternatives';
import { dangerousCommandIn, isForkBomb, overwrites } from './dangerous-commands';
import { Evaluation } from './evaluate';
import type { ShellFolders } from './folders';
import { loadParser } from './parse';
import { REFUSAL_TEXTS, type DangerousCommand } from './refusal-texts';
import { newModel } from './shell-model';

/**
 * Why a command line must never run, whatever the mode and the rules: it would destroy something vital. The line is parsed
 * and traced through variables, substitutions, functions and other shells, so a quoted `echo "rm -rf /"` is fine. A line
 * that cannot be parsed or traced is refused too.
 */
export async function refuseCommand(
  line: string,
  surroundings: ShellFolders,
  language: Language = 'en',
): Promise<Refusal | undefined> {
  const { deeds, command, tangled, unparsable } = REFUSAL_TEXTS[language];
  const { cwd, home, env } = surroundings;
  const parse = await loadParser();
  const found: DangerousCommand[] = [];
  const note = (dangerousCommand: DangerousCommand | undefined): void => {
    if (dangerousCommand !== undefined) found.push(dangerousCommand);
  };
  const evaluation = new Evaluation({
    parse,
    command: (executed) => note(dangerousCommandIn(executed, surroundings)),
    write: (path) => note(overwrites(path)),
    define: (name, body) => note(isForkBomb(name, body) ? ({ startEndlessly }) => startEndlessly(name) : undefined),
  });
  try {
    evaluation.text(line, newModel(cwd, { PATH: '/usr/bin:/bin', PWD: cwd, TMPDIR: '/tmp', HOME: home, ...env }));
  } catch (error) {
    return error instanceof TooComplexError ? tangled : unparsable(messageOf(error));
  }
  const [first] = found;
  return first && command(first(deeds));
}
