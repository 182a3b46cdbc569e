import type { JsonSchema, ToolDesign } from './design';

/**
 * Severity. `error`: a provider or client rejects the tool, or it is unsafe. `warning`: models get it wrong.
 * `note`: it could be better, or one provider's strict mode rejects it.
 */
export type Level = 'error' | 'warning' | 'note';

/** A change to the design that fixes a finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Sets the value at a JSON Pointer; without a value, removes what is there. */
export interface TextEdit {
  readonly at: string;
  readonly value?: unknown;
}

/** What a rule found: where (a JSON Pointer into the design) and what to do about it. */
export interface Found {
  readonly at: string;
  readonly message: string;
  readonly fix?: Fix;
}

export interface Finding extends Found {
  readonly rule: string;
  readonly level: Level;
  readonly tool: string;
}

export interface LintRule {
  /** In kebab case, named after what is wrong. */
  readonly id: string;
  readonly level: Level;
  /** What it finds, as a noun phrase. */
  readonly finds: string;
  readonly why: string;
  /** The source of the advice. */
  readonly source: string;
  /** Tools that break the rule (the first one even on its own), and tools that follow it. */
  readonly bad: readonly ToolDesign[];
  readonly good: readonly ToolDesign[];
  check(tool: ToolDesign, all: readonly ToolDesign[]): readonly Found[];
}

const EXAMPLE: ToolDesign = {
  name: 'search_orders',
  description:
    "Searches a shop's orders by customer and returns one line for each. Do not use it for one known order: use get_order.",
  inputSchema: {
    type: 'object',
    properties: {
      customer: { type: 'string', description: 'The full name of the customer, such as Ada Lovelace.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many orders to return at most.' },
    },
    required: ['customer'],
    additionalProperties: false,
  },
};

/** The example tool with some changes. */
export const like = (changed: Partial<ToolDesign> = {}): ToolDesign => ({ ...EXAMPLE, ...changed });

/** The example tool with one required field. */
export const withField = (name: string, schema: JsonSchema): ToolDesign =>
  like({
    inputSchema: { type: 'object', properties: { [name]: schema }, required: [name], additionalProperties: false },
  });
