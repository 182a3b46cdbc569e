import { dialectText, defineDialect, inElement, type ReadableDialect } from './define-dialect';
import { keyedValues } from './grammars/keyed-values';
import { withPlainCalls } from './parser/plain-call';

const tagged = defineDialect({
  name: 'glm',
  grammars: [keyedValues()],
  rules: [
    'The name of the tool follows the opening tag at once. Text stands in <arg_value> as it is; lists and objects as JSON.',
  ],
  formatCall: ({ name, arguments: args }) => {
    const values = Object.entries(args).map(
      ([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${dialectText(value)}</arg_value>\n`,
    );
    return `<tool_call>${name}\n${values.join('')}</tool_call>`;
  },
  formatResult: (_call, { text }) => `<tool_response>\n${inElement(text, 'tool_response')}\n</tool_response>`,
});

/**
 * GLM 4.5 and later: the name, then alternating keys and values. A call without arguments is just the name. Also reads
 * GLM-4's own syntax.
 */
export const glm: ReadableDialect = {
  ...tagged,
  createParser: (tools) => withPlainCalls(tagged.createParser(tools), tools),
};
