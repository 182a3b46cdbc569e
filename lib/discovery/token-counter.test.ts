import { models, Tokenizer } from 'ai-tokenizer';
import * as encoding from 'ai-tokenizer/encoding/claude';
import { count } from 'ai-tokenizer/sdk';
import { describe, expect, it } from 'vitest';
import { coreTools } from '@/lib/tools/builtin/core';
import { toApiTool } from '@/lib/tools/api-tool';
import { loadTokenCounter, tokenFactor } from './token-counter';

const SONNET = 'claude-sonnet-4-5';

describe('the offline counter', () => {
  it.each(coreTools.map((tool) => [tool.name, tool] as const))(
    'is within 10 %% of figures fitted to the provider’s own, for %s',
    async (name, tool) => {
      const { countTools } = await loadTokenCounter(SONNET);
      const model = models['anthropic/claude-sonnet-4.5'];
      const { tools } = count({
        tokenizer: new Tokenizer(encoding),
        model,
        messages: [],
        tools: { [name]: { description: tool.description, inputSchema: Object(tool.input) } },
      });
      const fitted = tools.total - model.tokens.toolsExist + model.tokens.perTool;
      const ratio = countTools([toApiTool(tool)]) / fitted;
      expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
    },
  );

  it('gives what the provider documents: 403 for a question with one tool, 346 of them its own prompt', async () => {
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
    const counted = 346 + 7 + countTokens("What's the weather like in San Francisco?") + countTools([tool]);
    expect(Math.abs(counted / 403 - 1)).toBeLessThan(0.1);
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
