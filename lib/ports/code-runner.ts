/** Untrusted code and its parameters. Only JSON crosses the boundary. */
export interface CodeTask {
  /** JavaScript: the body of an async function. */
  readonly source: string;
  /** Its parameters by name, each a JSON value. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type CodeOutcome =
  | { readonly ok: true; /** JSON, unchecked. */ readonly value: unknown; readonly log: string }
  | {
      readonly ok: false;
      readonly cause: 'threw' | 'not-code' | 'not-json' | 'deadline' | 'aborted' | 'unavailable';
      readonly message: string;
      readonly log: string;
    };

interface CodeRunOptions {
  readonly signal: AbortSignal;
  /** Milliseconds after which the code is killed, whatever it is doing. */
  readonly deadlineMs: number;
}

/**
 * Runs untrusted code in workers with an opaque origin, one task at a time in each, without access to network, storage or the
 * page.
 */
export interface CodeRunner {
  /** Never rejects. */
  run(task: CodeTask, options: CodeRunOptions): Promise<CodeOutcome>;
}
