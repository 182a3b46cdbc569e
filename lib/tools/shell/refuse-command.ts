import type { Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import type { Refusal } from '../tool';
import { TooComplexError } from './alternatives';
import type { ShellFolders } from './folders';
import { loadCommandLines } from './load-command-lines';
import { REFUSAL_TEXTS, type DangerousCommand } from './refusal-texts';

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
  const { dangersIn } = await loadCommandLines();
  let found: readonly DangerousCommand[];
  try {
    found = dangersIn(line, surroundings);
  } catch (error) {
    // A `RangeError` is a stack that is too deep, or braces that make too many words.
    const tooComplex = error instanceof TooComplexError || error instanceof RangeError;
    return tooComplex ? tangled : unparsable(messageOf(error));
  }
  const [first] = found;
  return first && command(first(deeds));
}
