import { defineDialect, inElement } from './define-dialect';
import { jsonBlock } from './grammars/json-block';

/** One JSON object in `<tool_call>`: Hermes, Qwen 2.5 and 3. */
export const json = defineDialect({
  name: 'json',
  grammars: [jsonBlock('tool_call')],
  rules: ['Between the tags stands one JSON object with the fields "name" and "arguments".'],
  formatCall: ({ name, arguments: args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`,
  formatResult: ({ name }, { text }) =>
    `<tool_response>\n${JSON.stringify({ name, content: inElement(text, 'tool_response') })}\n</tool_response>`,
});
