import escapeStringRegexp from 'escape-string-regexp';
import type { CodePlace, CodeSpan, CodeSymbol, Sandbox } from '@/lib/ports';
import { TextLines } from './text-lines';

const LIMITS = { maxMatches: 500, maxFileSize: 1024 * 1024 };

/** A line that defines a name, in most languages: a defining keyword, then the name. */
const DEFINES =
  '(?:class|interface|struct|enum|trait|type|def|fn|func|function|fun|sub|proc|module|namespace|const|let|var|val|macro_rules!|#define)';

/** The word at a place; undefined if there is none. */
function wordAt(lines: TextLines, line: number, column: number): string | undefined {
  const text = lines.line(line);
  for (const { 0: word, index } of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    if (index <= column - 1 && column - 1 <= index + word.length) return word;
  }
  return undefined;
}

/** Answers for languages without a service: where words occur. */
export function textSearch(sandbox: Sandbox) {
  const spans = async (root: string, pattern: string, word: string, signal: AbortSignal): Promise<CodeSpan[]> => {
    const { files } = await sandbox.search({ pattern, path: root, ...LIMITS }, signal);
    return files.flatMap(({ path, lines }) =>
      lines
        .filter(({ match }) => match)
        .map(({ line, text }) => {
          const column = text.search(new RegExp(`(?<![\\w$])${escapeStringRegexp(word)}(?![\\w$])`)) + 1 || 1;
          return { path, line, column, endLine: line, endColumn: column + word.length, text };
        }),
    );
  };
  const at = async ({ path, line, column }: CodePlace): Promise<string | undefined> =>
    wordAt(new TextLines(await sandbox.fs.readFile(path, 'utf8')), line, column);
  const defined = (root: string, word: string, signal: AbortSignal) =>
    spans(
      root,
      `(?:^|[^\\w$])${DEFINES}\\s+(?:[*&]\\s*)?${escapeStringRegexp(word)}(?![\\w$])|^\\s*${escapeStringRegexp(word)}\\s*[:=](?!=)`,
      word,
      signal,
    );

  return {
    async definition(root: string, place: CodePlace, signal: AbortSignal): Promise<CodeSpan[]> {
      const word = await at(place);
      return word === undefined ? [] : defined(root, word, signal);
    },
    async references(root: string, place: CodePlace, signal: AbortSignal): Promise<CodeSpan[]> {
      const word = await at(place);
      return word === undefined ? [] : spans(root, `(?<![\\w$])${escapeStringRegexp(word)}(?![\\w$])`, word, signal);
    },
    async symbols(path: string, word: string, signal: AbortSignal): Promise<CodeSymbol[]> {
      const name = word === '' ? '[\\w$]+' : `[\\w$]*${escapeStringRegexp(word)}[\\w$]*`;
      const { files } = await sandbox.search(
        { pattern: `(?:^|[^\\w$])${DEFINES}\\s+${name}`, path, caseInsensitive: true, ...LIMITS },
        signal,
      );
      return files.flatMap((file) =>
        file.lines.flatMap(({ line, text, match }) => {
          const found = match ? new RegExp(`(?:^|[^\\w$])(${DEFINES})\\s+(${name})`, 'i').exec(text) : null;
          const [whole, kind, called] = found ?? [];
          if (!found || whole === undefined || kind === undefined || called === undefined) return [];
          const column = found.index + whole.length - called.length + 1;
          return [
            {
              path: file.path,
              line,
              column,
              endLine: line,
              endColumn: column + called.length,
              text,
              name: called,
              kind,
            },
          ];
        }),
      );
    },
  };
}
