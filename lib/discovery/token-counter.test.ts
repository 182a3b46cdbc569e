import { models, Tokenizer } from 'ai-tokenizer';
import * as encoding from 'ai-tokenizer/encoding/claude';
import { count } from 'ai-tokenizer/sdk';
import { describe, expect, it } from 'vitest';
import { builtinTools } from '@/lib/tools/builtin';
import { coreTools } from '@/lib/tools/builtin';
import { toApiTool } from '@/lib/tools/api-tool';
import type { AnyTool } from '@/lib/tools/tool';
import { loadTokenCounter, tokenFactor } from './token-counter';

const SONNET = 'claude-sonnet-4-5';

/** Figures that the encoding's authors fitted to what the provider itself counts. */
const FITTED = models['anthropic/claude-sonnet-4'].tokens;

function fitted(tools: readonly AnyTool[]): number {
  const counted = count({
    tokenizer: Object(new Tokenizer(encoding)),
    model: models['anthropic/claude-sonnet-4'],
    messages: [],
    tools: Object.fromEntries(
      tools.map(({ name, description, input }) => [name, { description, inputSchema: Object(input) }]),
    ),
  });
  return counted.tools.total - FITTED.toolsExist + FITTED.perTool;
}

describe('the offline counter', () => {
  /** A schema of next to nothing is all wrapping, which the fit and the rendered text know differently: counted in the sum. */
  const SMALL: ReadonlySet<string> = new Set(['ToolSearch', 'WebFetch', 'WebSearch']);
  it.each(coreTools.map(({ name }) => name).filter((name) => !SMALL.has(name)))(
    'is within 10 %% of the fitted figures for %j',
    async (name) => {
      const { countTools } = await loadTokenCounter(SONNET);
      const tools = coreTools.filter((tool) => tool.name === name);
      expect(Math.abs(countTools(tools.map(toApiTool)) / fitted(tools) - 1)).toBeLessThan(0.1);
    },
  );

  it('is within 10 % of the fitted figures for all tools together', async () => {
    const { countTools } = await loadTokenCounter(SONNET);
    expect(Math.abs(countTools(builtinTools.map(toApiTool)) / fitted(builtinTools) - 1)).toBeLessThan(0.1);
  });

  it('gives what the provider documents: 403 for a question with one tool', async () => {
    const { countTokens, countTools } = await loadTokenCounter(SONNET);
    const tool = {
      name: 'get_weather',
      description: 'Get the current weather in a given location',
      parameters: {
        type: 'object',
        properties: { location: { type: 'string', description: 'The city and state, e.g. San Francisco, CA' } },
        required: ['location'],
      },
    };
    const around = FITTED.toolsExist - FITTED.perTool + FITTED.baseOverhead + FITTED.perMessage;
    const counted = around + countTokens("What's the weather like in San Francisco?") + countTools([tool]);
    expect(Math.abs(counted / 403 - 1)).toBeLessThan(0.05);
  });

  it.each(['x', '7', '!', ' ', '漢'])('counts a word of a million %j', async (character) => {
    const { countTokens } = await loadTokenCounter();
    expect(countTokens(character.repeat(1_000_000))).toBeGreaterThan(1_000);
  });

  it('counts every tool by itself, and nothing for none', async () => {
    const { countTools } = await loadTokenCounter(SONNET);
    const forms = coreTools.map(toApiTool);
    const sum = forms.reduce((total, form) => total + countTools([form]), 0);
    expect(Math.abs(countTools(forms) - sum)).toBeLessThanOrEqual(forms.length);
    expect(countTools([])).toBe(0);
  });

  it.each([
    ['claude-3-5-sonnet-20241022', 1.1],
    ['claude-sonnet-4-5-20250929', 1.1],
    ['claude-opus-4-20250514', 1.1],
    ['claude-opus-4-6', 1.1],
    ['claude-opus-4-7', 1.43],
    ['claude-sonnet-5-5', 1.43],
    ['claude-haiku-5-5', 1.43],
    ['scripted', 1.43],
  ])('knows the tokenizer of %s', (name, factor) => {
    expect(tokenFactor(name)).toBeCloseTo(factor);
  });
});
