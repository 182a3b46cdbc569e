import escapeStringRegexp from 'escape-string-regexp';
import type { CodePlace, CodeSpan, CodeSymbol, LanguageService } from '@/lib/ports';
import type { FileContext } from '../../files';

const LIMITS = { maxMatches: 500, maxFileSize: 1024 * 1024, want: 'lines' } as const;
const DEFINES = '(?:func|function|class|struct|enum|protocol|interface|typealias|type|def|fn|const|let|var|export)';

/** A language service that works by text search in the working folder; it needs only files. */
export function bySearch({ sandbox, shell, cwd }: FileContext): LanguageService {
  const root = shell?.cwd ?? cwd ?? sandbox.workdir;

  async function find(pattern: string, word: string, signal: AbortSignal, path = root): Promise<CodeSpan[]> {
    const { files } = await sandbox.search(
      { pattern, path, caseInsensitive: false, multiline: false, ...LIMITS },
      signal,
    );
    return files.flatMap((file) =>
      file.lines
        .filter(({ match }) => match)
        .map(({ line, text }) => {
          const column = Math.max(0, text.indexOf(word)) + 1;
          return { path: file.path, line, column, endLine: line, endColumn: column + word.length, text };
        }),
    );
  }
  async function wordAt({ path, line, column }: CodePlace): Promise<string | undefined> {
    const text = (await sandbox.fs.readFile(path, 'utf8')).split('\n')[line - 1] ?? '';
    const words = [...text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)];
    return words.find(({ 0: word, index }) => index <= column - 1 && column - 1 <= index + word.length)?.[0];
  }
  const defined = (word: string) => `\\b${DEFINES}\\s+${escapeStringRegexp(word)}\\b`;
  const definition = async (place: CodePlace, signal: AbortSignal): Promise<CodeSpan[]> => {
    const word = await wordAt(place);
    return word === undefined ? [] : find(defined(word), word, signal);
  };

  return {
    knows: () => false,
    definition,
    implementation: definition,
    async references(place, signal) {
      const word = await wordAt(place);
      return word === undefined ? [] : find(`\\b${escapeStringRegexp(word)}\\b`, word, signal);
    },
    async hover(place, signal) {
      const [first] = await definition(place, signal);
      return first?.text.trim();
    },
    async symbols(wanted, signal) {
      const { path, query } = { path: root, query: '', ...wanted };
      const name = query === '' ? '[\\w$]+' : `[\\w$]*${escapeStringRegexp(query)}[\\w$]*`;
      const spans = await find(`\\b${DEFINES}\\s+${name}`, query, signal, path);
      return spans.map(asSymbol);
    },
    diagnostics: async () => [],
  };
}

/** The kind and name that a defining line declares. */
function asSymbol(span: CodeSpan): CodeSymbol {
  const [, kind = 'symbol', name = span.text.trim()] = new RegExp(`\\b(${DEFINES})\\s+([\\w$]+)`).exec(span.text) ?? [];
  return { ...span, kind, name };
}
