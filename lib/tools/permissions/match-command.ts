import { matchWildcard } from '../match-wildcard';

/** Whether a command matches a pattern: `npm test:*` as a prefix in whole words, `*` anywhere as any text, or word for word. */
export function matchCommand(pattern: string, command: string): boolean {
  if (!pattern.endsWith(':*')) return matchWildcard(pattern, command);
  const prefix = pattern.slice(0, -2).trimEnd();
  return command === prefix || command.startsWith(`${prefix} `);
}
