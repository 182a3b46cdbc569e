import { describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorCode } from './model';
import { refusesTools } from './tools-refused';

describe('a server that takes no tools', () => {
  it.each<[boolean, ModelErrorCode, string]>([
    [true, 'BAD_REQUEST', 'registry.ollama.ai/library/gemma:2b does not support tools'],
    [true, 'BAD_REQUEST', '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [true, 'BAD_REQUEST', 'No endpoints found that support tool use. To learn more…'],
    [
      true,
      'BAD_REQUEST',
      "[{'type': 'extra_forbidden', 'loc': ('body', 'tools'), 'msg': 'Extra inputs are not permitted'}]",
    ],
    [true, 'BAD_REQUEST', 'Function calling is not supported by this model'],
    [false, 'BAD_REQUEST', 'tools.0.input_schema: JSON schema is invalid'],
    [false, 'BAD_REQUEST', 'temperature is not supported'],
    [false, 'BAD_REQUEST', 'messages: tool_use ids were found without tool_result blocks'],
    [false, 'SERVER_ERROR', 'tools are not supported'],
  ])('%s: %s %s', (refused, code, message) => {
    expect(refusesTools(new ModelError(code, message))).toBe(refused);
  });
});
