import { forEachChild, type SyntaxNode } from 'unbash';

const LOOKS_STRAY = /[^\s$<>=&|;!(){@?*+][ \t]+\(/;

/** The position of a bracket after a word of a command, as in `echo (a`, which the parser passes over. */
export function strayBracket(text: string, script: SyntaxNode): number | undefined {
  return LOOKS_STRAY.test(text) ? find(text, script) : undefined;
}

function find(text: string, node: SyntaxNode): number | undefined {
  // A script within escaped backquotes is read when it runs.
  if (node.type === 'Script' && node.source !== undefined) return undefined;
  let found: number | undefined;
  if (node.type === 'Command') {
    const parts = [node.name, ...node.prefix, ...node.suffix, ...node.redirects];
    for (const part of parts) {
      const blank = part && /^[ \t]+(?=\()/.exec(text.slice(part.end));
      if (blank) found ??= part.end + blank[0].length;
    }
  }
  forEachChild(node, (child) => {
    found ??= find(text, child);
  });
  return found;
}
