/** Whether a command matches a pattern: `npm test:*` as a prefix in whole words, `*` anywhere as any text, or word for word. */
export function matchCommand(pattern: string, command: string): boolean {
  if (pattern.endsWith(':*')) {
    const prefix = pattern.slice(0, -2).trimEnd();
    return command === prefix || command.startsWith(`${prefix} `);
  }
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return command === head;
  if (!command.startsWith(head) || !command.endsWith(tail)) return false;
  const end = command.length - tail.length;
  let at = head.length;
  for (const piece of rest) {
    const found = command.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end;
}
