const LINE = /^\s*(?:export\s+)?([\w.-]+)\s*=[ \t]*("(?:[^"])*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm;

/** The variables in a `.env` file, parsed as Node does. */
export function parseEnvText(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', written = ''] of text.matchAll(LINE)) {
    const quote = /^["'`]/.exec(written)?.[0];
    if (quote === '"') found[name] = written.slice(1, -1).replaceAll('\\n', '\n');
    else if (quote) found[name] = written.slice(1, -1);
    else found[name] = written.replace(/#.*$/, '').trim();
  }
  // Natively, they are in a sorted map.
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
