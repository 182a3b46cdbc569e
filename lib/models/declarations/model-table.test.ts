import type { AgentOptions } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { MODELS, modelNameOf } from './catalogue';
import { callingOf, toolDefaults, type ToolDefaults } from './model-table';

describe('toolDefaults', () => {
  it.each([
    ['scripted', '', 'native', 'xml'],
    ['anthropic', 'claude-sonnet-5-5', 'native', 'generic'],
    ['openai', 'gpt-6-sol', 'native', 'xml'],
    ['gemini', 'gemini-3.8-flash', 'native', 'json'],
    ['gemini', 'gemma-3-27b-it', 'prompt', 'xml'],
    ['openai', 'gemma-4-31b-it', 'native', 'xml'],
    ['openai', 'qwen3-coder:30b', 'native', 'function'],
    ['openai', 'Qwen/Qwen3-Coder-Next', 'native', 'function'],
    ['openai', 'Qwen/Qwen3.6-35B-A3B', 'native', 'function'],
    ['openai', 'qwen2.5-coder:7b', 'native', 'json'],
    ['openai', 'Qwen/Qwen3-32B', 'native', 'json'],
    ['openai', 'NousResearch/Hermes-3-Llama-3.1-8B', 'native', 'json'],
    ['openai', 'deepseek-chat', 'native', 'dsml'],
    ['openai', 'llama3.3:70b', 'native', 'function'],
    ['openai', 'llama2:7b', 'prompt', 'xml'],
    ['openai', 'MiniMax-M2', 'native', 'minimax'],
    ['openai', 'zai-org/GLM-4.6', 'native', 'glm'],
    ['openai', 'meituan-longcat/LongCat-Flash-Chat', 'native', 'longcat'],
    ['openai', 'anthropic/claude-sonnet-5.5', 'native', 'generic'],
  ])('of %s %s are %s and %s', (provider, name, mode, dialect) => {
    expect(toolDefaults(provider, name)).toEqual({ mode, dialect });
  });
});

describe('callingOf', () => {
  it.each<[AgentOptions, ToolDefaults]>([
    [{}, { mode: 'native', dialect: 'xml' }],
    [{ toolMode: 'prompt' }, { mode: 'prompt', dialect: 'xml' }],
    [
      { toolMode: 'prompt', dialect: 'glm' },
      { mode: 'prompt', dialect: 'glm' },
    ],
    [
      { toolMode: 'auto', dialect: 'auto', model: 'anthropic' },
      { mode: 'native', dialect: 'generic' },
    ],
  ])('%j is %j', (options, calling) => {
    expect(callingOf(options, modelNameOf(options))).toEqual(calling);
  });
});

describe('modelNameOf', () => {
  it('is the first of a provider’s, and nobody’s of a server that a person named', () => {
    expect(MODELS.map(({ id }) => modelNameOf({ model: id, modelName: '' }))).toEqual(
      MODELS.map(({ names }) => names[0] ?? ''),
    );
    expect(modelNameOf({ model: 'openai', baseURL: 'https://a.example/v1' })).toBe('');
    expect(modelNameOf({ model: 'openai', baseURL: 'https://a.example/v1', modelName: 'm' })).toBe('m');
  });
});
