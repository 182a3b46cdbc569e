/** What a tool may ask for beside calls of other tools. */
export const PORT_NAMES = [
  'files.read',
  'files.exists',
  'files.list',
  'files.write',
  'files.remove',
  'shell.run',
  'fetch',
] as const;
export type PortName = (typeof PORT_NAMES)[number];

/** A call of another tool that a tool makes, or of a port, and what came of it. */
export interface Answer extends Ask {
  readonly result: unknown;
}

export interface Ask {
  /** Of a tool, or of a port. */
  readonly name: string;
  /** Whether it is a port. */
  readonly port: boolean;
  /** The input as JSON. */
  readonly input: string;
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
  | { readonly is: 'asks'; readonly asks: readonly Ask[] }
  | { readonly is: 'threw'; readonly message: string; readonly error?: string };
