import { Budget } from '@/lib/schema/engine/budget';
import { SchemaProblem } from '@/lib/schema/engine/problem';
import { matches } from '@/lib/schema/patterns';
import { fromRipgrep } from '@/lib/schema/patterns/ripgrep-syntax';

/** Maximum characters of a line that are searched. */
const MATCHED_LENGTH = 10_000;

/** The lines that match; undefined if the pattern might take forever and is not tried. */
export function filterLines(lines: readonly string[], pattern: string): string[] | undefined {
  try {
    const { source, ignoreCase } = fromRipgrep(pattern);
    const flags = ignoreCase ? 'i' : '';
    return lines.filter((line) => matches(source, line.slice(0, MATCHED_LENGTH), new Budget(), flags));
  } catch (error) {
    if (error instanceof SchemaProblem) return undefined;
    throw error;
  }
}
