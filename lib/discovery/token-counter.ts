import type { Tool } from '@ag-ui/core';

export interface TokenCounter {
  countTokens(text: string): number;
  /** What the forms of these tools cost in each request, without the provider's own words around them. */
  countTools(tools: readonly Tool[]): number;
}

/** What the published encoding of Claude 2 gives too little for Claude 3 to 4.6: measured by the encoding's authors. */
const MULTIPLIER = 1.1;
/** How much more the tokenizer of the models after those gives for the same text, as their provider says. */
const NEWER = 1.3;
/** Tokens around one tool's JSON. */
const AROUND_TOOL = 18;

/** Names of models that still have the older tokenizer. */
const OLDER = /claude-(?:instant|2|3|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)/;

/** Tokens of a model per token of the published encoding. */
export const tokenFactor = (modelName: string): number => (OLDER.test(modelName) ? MULTIPLIER : MULTIPLIER * NEWER);

/** The encoding is 2.3 MB, so it comes only when somebody counts; and once. */
let loading: Promise<(text: string) => number> | undefined;

async function load(): Promise<(text: string) => number> {
  const [{ Tokenizer }, encoding] = await Promise.all([import('ai-tokenizer'), import('ai-tokenizer/encoding/claude')]);
  const tokenizer = new Tokenizer(encoding);
  return (text) => piecesOf(text).reduce((sum, piece) => sum + tokenizer.count(piece), 0);
}

/** What the tokenizer takes for one word: the time it needs grows with the square of a word's length. */
const LONG_WORD = /\p{L}{64}|\p{N}{64}|[^\s\p{L}\p{N}]{64}|\s{64}/gu;
const CUT = '\0';

const piecesOf = (text: string): string[] => text.replaceAll(LONG_WORD, `$&${CUT}`).split(CUT);

/** What declarations of tools came to: the same ones are counted for every request. */
const countOf = new Map<string, number>();
/** Characters of them that are kept. */
const MOST_KEPT = 10_000_000;
let kept = 0;

function countOnce(text: string, count: (text: string) => number): number {
  const known = countOf.get(text);
  if (known !== undefined) return known;
  const counted = count(text);
  if (kept + text.length > MOST_KEPT) {
    countOf.clear();
    kept = 0;
  }
  if (text.length > MOST_KEPT) return counted;
  countOf.set(text, counted);
  kept += text.length;
  return counted;
}

/**
 * A counter for one of Claude's models that needs no network: right to within 10 %, not exact. Rejects where the encoding
 * cannot be fetched; the next try fetches it again.
 */
export async function loadTokenCounter(modelName = ''): Promise<TokenCounter> {
  loading ??= load();
  const count = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const factor = tokenFactor(modelName);
  return {
    countTokens: (text) => Math.round(count(text) * factor),
    countTools: (tools) =>
      Math.round(
        tools.reduce((sum, tool) => sum + AROUND_TOOL + countOnce(JSON.stringify(declarationOf(tool)), count), 0) *
          factor,
      ),
  };
}

/** A tool as a provider renders it for its model. */
const declarationOf = ({ name, description, parameters }: Tool): object => ({
  name,
  description,
  input_schema: parameters ?? { type: 'object' },
});
