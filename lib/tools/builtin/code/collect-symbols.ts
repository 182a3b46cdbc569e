import type { LanguageService } from '@/lib/ports';
import { type FileContext, MAX_FILE_BYTES } from '../../files';
import { identifierWords, type FoundSymbol } from './rank-symbols';
import { MAYBE_SYMBOL, symbolIn } from './symbol-lines';

/** Maximum lines examined. */
const MOST_LINES = 50_000;
/** Milliseconds the language service may take; its answer is optional. */
const SERVICE_MS = 8000;
/** Maximum words of a query that the language service is asked about. */
const MOST_WORDS = 5;

interface Collected {
  readonly symbols: readonly FoundSymbol[];
  /** Notes for the model on what may be missing. */
  readonly notes: readonly string[];
}

/** The symbols below a folder: by patterns in every language, plus the language service for TypeScript and JavaScript. */
export async function collectSymbols(
  context: FileContext,
  folder: string,
  query: string,
  glob: string | undefined,
): Promise<Collected> {
  const { sandbox, signal, code } = context;
  const [found, served] = await Promise.all([
    sandbox.search(
      {
        pattern: MAYBE_SYMBOL,
        path: folder,
        ...(glob !== undefined && { glob }),
        maxMatches: MOST_LINES,
        maxFileSize: MAX_FILE_BYTES,
      },
      signal,
    ),
    code && glob === undefined ? ask(code, query, folder, signal) : [],
  ]);
  signal.throwIfAborted();
  const byPlace = new Map<string, FoundSymbol>();
  for (const { path, lines } of found.files) {
    for (const { line, text } of lines) {
      const symbol = symbolIn(path, text);
      if (symbol) byPlace.set(`${path}:${line}:${symbol.name}`, { ...symbol, path, line, text: text.trim() });
    }
  }
  for (const symbol of served ?? []) byPlace.set(`${symbol.path}:${symbol.line}:${symbol.name}`, symbol);
  return {
    symbols: [...byPlace.values()],
    notes: [
      ...(found.truncated ? ['Not all files were looked at: narrow it with path or glob.'] : []),
      ...(served ? [] : ['The language service did not answer: methods may be missing.']),
    ],
  };
}

/** Asks the language service; undefined if it does not answer in time. */
async function ask(
  code: LanguageService,
  query: string,
  folder: string,
  signal: AbortSignal,
): Promise<FoundSymbol[] | undefined> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(SERVICE_MS)]);
  const words = [...new Set(identifierWords(query))].filter((word) => word.length > 2).slice(0, MOST_WORDS);
  try {
    const answers: FoundSymbol[] = [];
    for (const word of words) {
      for (const { path, line, name, kind, container, text } of await code.symbols({ query: word }, within)) {
        if (!path.startsWith(folder === '/' ? folder : `${folder}/`)) continue;
        answers.push({ path, line, name, kind, text: text.trim(), ...(container !== undefined && { container }) });
      }
    }
    return answers;
  } catch {
    return undefined;
  }
}
