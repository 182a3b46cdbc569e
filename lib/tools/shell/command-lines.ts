import { commandTexts } from './command-text';
import { dangerousCommandIn, isForkBomb, overwrites } from './dangerous-commands';
import { Evaluation } from './evaluate';
import type { ShellFolders } from './folders';
import { parseScript } from './parse';
import type { DangerousCommand } from './refusal-texts';
import { newModel } from './shell-model';

/** What a line would do that no rule can allow. Throws the parser's error, or `TooComplexError` or `RangeError`. */
export function dangersIn(line: string, surroundings: ShellFolders): readonly DangerousCommand[] {
  const { cwd, home, env } = surroundings;
  const found: DangerousCommand[] = [];
  const note = (dangerousCommand: DangerousCommand | undefined): void => {
    if (dangerousCommand !== undefined) found.push(dangerousCommand);
  };
  const evaluation = new Evaluation({
    command: (executed) => note(dangerousCommandIn(executed, surroundings)),
    write: (path) => note(overwrites(path)),
    define: (name, body) => note(isForkBomb(name, body) ? ({ startEndlessly }) => startEndlessly(name) : undefined),
  });
  evaluation.text(line, newModel(cwd, { PATH: '/usr/bin:/bin', PWD: cwd, TMPDIR: '/tmp', HOME: home, ...env }));
  return found;
}

/** Every command of a line, as rules match it. Throws the parser's error. */
export const commandsIn = (line: string): string[] => commandTexts(parseScript(line));
