/** A call of another tool that a tool makes, and what came of it. */
export interface Answer {
  readonly name: string;
  /** The input as JSON. */
  readonly input: string;
  readonly result: unknown;
}

/** What the runtime is asked for. */
export type RuntimeRequest =
  | { readonly do: 'describe' }
  | {
      readonly do: 'call';
      readonly tool: string;
      readonly input: unknown;
      /** Of the calls it made when it was run before. */
      readonly answers: readonly Answer[];
      /** Milliseconds since the epoch: the clock stands still, so that each run goes the same way. */
      readonly now: number;
      /** For random numbers, for the same reason. */
      readonly seed: number;
    }
  | {
      readonly do: 'hook';
      readonly hook: string;
      readonly event: Readonly<Record<string, unknown>>;
    };

/** What it says. */
export type RuntimeReply =
  | {
      readonly is: 'description';
      readonly tools: readonly unknown[];
      readonly hooks: readonly unknown[];
      readonly categories: Readonly<Record<string, string>>;
      readonly cases: readonly unknown[];
    }
  | { readonly is: 'result'; readonly value: unknown }
  /** It waits for calls of other tools: run it again with what came of them. */
  | { readonly is: 'asks'; readonly asks: readonly { readonly name: string; readonly input: string }[] }
  | { readonly is: 'threw'; readonly message: string };
