import type { Tool } from '@ag-ui/core';

export interface TokenCounter {
  countTokens(text: string): number;
  /** Tokens that the declarations of these tools cost in each request, without the provider's own framing. */
  countTools(tools: readonly Tool[]): number;
}

/** How much the published encoding of Claude 2 undercounts for Claude 3 to 4.6, as measured by the encoding's authors. */
const MULTIPLIER = 1.1;
/** How many more tokens newer models use for the same text, according to their provider. */
const NEWER = 1.3;
/** The overhead for each tool, tokens. */
const AROUND_TOOL = 18;

/** Models that still use the older tokenizer. */
const OLDER = /claude-(?:instant|2|3|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)/;

/** A model's tokens per token of the published encoding. */
export const tokenFactor = (modelName: string): number => (OLDER.test(modelName) ? MULTIPLIER : MULTIPLIER * NEWER);

/** The encoding is 2.3 MB, so it is loaded once, when first needed. */
let loading: Promise<(text: string) => number> | undefined;

async function load(): Promise<(text: string) => number> {
  const [{ Tokenizer }, encoding] = await Promise.all([import('ai-tokenizer'), import('ai-tokenizer/encoding/claude')]);
  const tokenizer = new Tokenizer(encoding);
  return (text) => piecesOf(text).reduce((sum, piece) => sum + tokenizer.count(piece), 0);
}

/** The longest word given to the tokenizer, whose time grows with the square of a word's length. */
const LONG_WORD = /\p{L}{64}|\p{N}{64}|[^\s\p{L}\p{N}]{64}|\s{64}/gu;
const CUT = '\0';

const piecesOf = (text: string): string[] => text.replaceAll(LONG_WORD, `$&${CUT}`).split(CUT);

/** Counts of declarations, cached because every request counts the same ones. */
const countOf = new Map<string, number>();
/** How much text the cache may hold, characters. */
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
 * A token counter for one of Claude's models that needs no provider: accurate to within 10 %. Rejects if the encoding cannot be
 * fetched; the next attempt fetches it again.
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

/** A tool as a provider renders it for the model. */
const declarationOf = ({ name, description, parameters }: Tool): object => ({
  name,
  description,
  input_schema: parameters ?? { type: 'object' },
});
