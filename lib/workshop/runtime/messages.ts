/** What a tool may ask for, besides calls of other tools. */
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

/** A call of another tool or a port that a tool made, and its result. */
export interface Answer extends Ask {
  readonly result: unknown;
}

export interface Ask {
  /** Name of the tool or port. */
  readonly name: string;
  /** Whether it is a port. */
  readonly port: boolean;
  /** The input as JSON. */
  readonly input: string;
}

/** What a Zod schema says of a value in the input. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A request to the runtime. */
export type RuntimeRequest =
  | { readonly do: 'describe' }
  | {
      readonly do: 'call';
      readonly tool: string;
      readonly input: unknown;
      /** Answers to the calls it made in its previous runs. */
      readonly answers: readonly Answer[];
      /** Milliseconds since the epoch: the clock stands still, so that each run takes the same path. */
      readonly now: number;
      /** For random numbers, for the same reason. */
      readonly seed: number;
    }
  | {
      readonly do: 'hook';
      readonly hook: string;
      readonly event: Readonly<Record<string, unknown>>;
    };

/** Its reply. */
export type RuntimeReply =
  | {
      readonly is: 'description';
      readonly tools: readonly unknown[];
      readonly hooks: readonly unknown[];
      readonly categories: Readonly<Record<string, string>>;
      readonly cases: readonly unknown[];
    }
  | { readonly is: 'result'; readonly value: unknown }
  /** The tool's Zod schema refuses the input, with checks that JSON Schema cannot express. */
  | { readonly is: 'refused'; readonly issues: readonly InputIssue[] }
  /** It waits for calls of other tools: run it again with their results. */
  | { readonly is: 'asks'; readonly asks: readonly Ask[] }
  | { readonly is: 'threw'; readonly message: string; readonly error?: string };
