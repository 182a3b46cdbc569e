import { defineDialect, inElement } from './define-dialect';
import { jsonBlock } from './grammars/json-block';
import { keyedValues } from './grammars/keyed-values';

/** LongCat-Flash: JSON in a tag of its own; the Lite model writes keys and values. */
export const longcat = defineDialect({
  name: 'longcat',
  grammars: [jsonBlock('longcat_tool_call'), keyedValues('longcat_')],
  rules: ['Between the tags stands one JSON object with the fields "name" and "arguments".'],
  formatCall: ({ name, arguments: args }) =>
    `<longcat_tool_call>\n${JSON.stringify({ name, arguments: args })}\n</longcat_tool_call>`,
  formatResult: ({ name }, { text }) =>
    `<longcat_tool_response>\n${JSON.stringify({ name, content: inElement(text, 'longcat_tool_response') })}\n</longcat_tool_response>`,
});
