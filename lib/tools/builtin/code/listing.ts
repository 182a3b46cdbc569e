import type { CodeDiagnostic, CodeSpan, CodeSymbol } from '@/lib/ports';
import type { summaries } from '../summaries';

/** Maximum entries in one answer. */
const MOST_ENTRIES = 100;
/** Maximum characters shown of a line. */
const MOST_OF_LINE = 160;

export interface CodeListing {
  readonly count: number;
  readonly text: string;
  readonly summary: string;
}

/** How paths are shown, and the texts for summaries. */
interface Wording {
  readonly show: (path: string) => string;
  readonly say: ReturnType<typeof summaries>;
}

const at = ({ path, line, column }: CodeSpan, show: Wording['show']): string => `${show(path)}:${line}:${column}`;

const cut = (text: string): string => {
  const bare = text.trim();
  return bare.length > MOST_OF_LINE ? `${bare.slice(0, MOST_OF_LINE)}…` : bare;
};

/** Lists places, each with its line. */
export function listSpans(spans: readonly CodeSpan[], { show, say }: Wording): CodeListing {
  const files = new Set(spans.map(({ path }) => path)).size;
  return listed(spans, (span) => `${at(span, show)}  ${cut(span.text)}`, say.places(spans.length, files));
}

export const listSymbols = (symbols: readonly CodeSymbol[], { show, say }: Wording): CodeListing =>
  listed(
    symbols,
    (symbol) =>
      `${symbol.kind} ${symbol.container === undefined ? '' : `${symbol.container}.`}${symbol.name}  ${at(symbol, show)}`,
    say.symbols(symbols.length),
  );

const ORDER: readonly CodeDiagnostic['severity'][] = ['error', 'warning', 'hint'];

/** Lists diagnostics, errors first. */
export function listDiagnostics(diagnostics: readonly CodeDiagnostic[], { show, say }: Wording): CodeListing {
  const sorted = diagnostics.toSorted(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.line - b.line,
  );
  const counts = ORDER.map(
    (severity) => [diagnostics.filter((each) => each.severity === severity).length, severity] as const,
  );
  return listed(
    sorted,
    (each) => `${at(each, show)} ${each.severity} ${each.code}: ${each.message}\n   ${cut(each.text)}`,
    say.diagnostics(counts.filter(([number]) => number > 0)),
  );
}

function listed<T>(all: readonly T[], line: (each: T) => string, summary: string): CodeListing {
  const lines = all.slice(0, MOST_ENTRIES).map((each, index) => `${index + 1}. ${line(each)}`);
  const left = all.length - lines.length;
  const more = left > 0 ? [`[… ${left} more; ask about something narrower]`] : [];
  return { count: all.length, text: [...lines, ...more].join('\n'), summary };
}
