/** A place in a file; line and column start at 1. */
export interface CodePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeSpan extends CodePlace {
  readonly endLine: number;
  readonly endColumn: number;
  /** The line that contains it. */
  readonly text: string;
}

export interface CodeSymbol extends CodeSpan {
  readonly name: string;
  readonly kind: string;
  /** The symbol it is part of. */
  readonly container?: string;
}

export interface CodeDiagnostic extends CodeSpan {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  readonly code: string;
}

/** What an editor would ask about code. Reads the current files from the sandbox. Rejects when the signal aborts. */
export interface LanguageService {
  /** Whether a language service knows this file; otherwise only text search does. */
  knows(path: string): boolean;
  definition(place: CodePlace, signal: AbortSignal): Promise<readonly CodeSpan[]>;
  implementation(place: CodePlace, signal: AbortSignal): Promise<readonly CodeSpan[]>;
  references(place: CodePlace, signal: AbortSignal): Promise<readonly CodeSpan[]>;
  hover(place: CodePlace, signal: AbortSignal): Promise<string | undefined>;
  /** Symbols of one file, or, with `query`, of the whole project. */
  symbols(where: { path: string } | { query: string }, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeDiagnostic[]>;
}
