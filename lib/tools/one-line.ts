import { wholeCharacter } from './truncate';

/** Collapses a text into one line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, wholeCharacter(line, limit - 2))}…`;
}
